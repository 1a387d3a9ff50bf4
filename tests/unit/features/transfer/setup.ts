import { newDossier, saveDossier } from '../../../../src/core/db/dossiers.ts'
import { keepSourceFile } from '../../../../src/core/db/source-files.ts'
import { exportDossier } from '../../../../src/features/transfer/export-dossier.ts'
import { decryptPackage } from '../../../../src/features/transfer/format.ts'
import type { TransferPackage } from '../../../../src/features/transfer/schema.ts'
import { queueRequest } from '../../../../src/outbox/api.ts'
import { record } from '../../../../src/outbox/store.ts'
import { accept, only, photo, refusal, sourceFile } from '../../setup/requests.ts'

export const code = 'baobab 12'

export const answers = {
  anneeBac: '2026',
  numPlace: '1234',
  serie: 'Sciences Exactes',
  ae: 'AE Bamako Rive Droite',
  matricule: 'ML202600042',
  prenom: 'Aïssata Fatoumata',
  nom: "N'Diaye Coulibaly",
  numAttest: '20260987',
  phone: '76123456',
  nina: '12345678901234A',
  tuteur: 'Carte biométrique du parent',
  confirmed: 'oui',
  attestation: 'oui',
}
const { anneeBac, numPlace, serie, ae } = answers
export const lookedUp = JSON.stringify({ anneeBac, numPlace, serie, ae })

/** As it lies between picking and sending, before the provider takes documents. */
export const ready = {
  bytes: sourceFile.bytes,
  type: 'image/jpeg',
  ready: { fingerprint: 'f', wire: { gzipped: 3, plain: 4 }, remarks: ['flou'] },
}

/** In base64, as a prepared photo goes out. */
export const image = (seed: string) => Buffer.from(`picture of ${seed} `.repeat(20)).toString('base64')

/** A draft with its answers, saved at 100. */
export async function draft(id = 'a', change = {}) {
  const dossier = { ...newDossier('enrolment', 100, answers), id, lookedUp, ...change }
  await saveDossier(dossier)
  return dossier
}

/** The number is being confirmed. */
export const otpOf = (dossier = 'a') => {
  const body = { matricule: answers.matricule, otp: '4321' }
  return { dossier, requestKey: 'code', endpoint: 'confirmCode', body } as const
}

const upload = (dossier: string, requestKey: 'attest' | 'simcard' | 'carteid', seed: string) => ({
  ...photo('', { dossier, requestKey }),
  body: { matricule: answers.matricule, type: requestKey, image: image(seed), remarques: ['flou'] },
})

/** One photo accepted, one waiting, one refused, one only picked; save and code accepted. */
export async function halfSent(id = 'a') {
  const dossier = await draft(id)
  const person = { ...answers, confirmed: undefined, attestation: undefined }
  const { confirmed: _, attestation: __, ...body } = person
  await queueRequest({ dossier: id, requestKey: 'save', endpoint: 'enrol', body }, 110)
  await record((await only(id, 'save')).id, accept, 111)
  await queueRequest(otpOf(id), 112)
  await record((await only(id, 'code')).id, accept, 113)
  await queueRequest({ ...upload(id, 'attest', 'attest'), fingerprint: 'f-attest', gzippedBytes: 9 }, 120)
  await record((await only(id, 'attest')).id, accept, 130)
  await queueRequest({ ...upload(id, 'simcard', 'simcard'), fingerprint: 'f-simcard' }, 121)
  await queueRequest(upload(id, 'carteid', 'carteid'), 122)
  await record((await only(id, 'carteid')).id, refusal, 131)
  await keepSourceFile(id, 'actenaiss', { ...sourceFile, at: 123, revision: 'pick-1' })
  return dossier
}

export async function packageFrom(id: string, now: number): Promise<TransferPackage> {
  const opened = await decryptPackage((await exportDossier(id, code, now)).bytes, code)
  if ('fault' in opened) throw new Error(opened.fault)
  return opened
}
