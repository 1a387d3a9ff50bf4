import { type StatusReply, student } from '../e2e/setup/answers.ts'
import { field, fill, phone, press, receiptAnswers, sendDocument } from '../e2e/setup/hands.ts'
import type { OtherProvider } from '../e2e/setup/other-provider.ts'
import { comeTo } from '../e2e/setup/ways.ts'
import { documentPhotos } from '../photos/photographs.ts'
import { type Scene, settled, still } from './scene.ts'

const photos = await documentPhotos()
const flags = { actNaissV: '2', pieceIdV: '1', simCardV: '2', attestBacV: '0', photoBusteV: '2' }

const messages: ReadonlyArray<readonly [number, string]> = [
  [-1, 'Aucun dossier ne correspond à ces informations.'],
  [0, 'Votre dossier est incomplet : pièce illisible.'],
  [1, 'Votre dossier est en cours de traitement.'],
  [2, 'Votre dossier est validé.'],
  [3, 'Les informations données sont incorrectes.'],
]

const knows = (provider: OtherProvider, reply: StatusReply) => {
  for (const key of [student.matricule, phone]) provider.memory.files.set(key, { ...reply, ...flags })
}

const checked = ([status, msg]: readonly [number, string]): Scene => ({
  name: `status-${status}`,
  play: async ({ page, provider, shot }) => {
    knows(provider, { status, msg, matricule: student.matricule })
    await comeTo(page, '/status')
    await fill(page, { annee: '2021', phone })
    await press(page, 'Vérifier')
    await page.getByText(msg).first().waitFor()
    await shot(`status-${status}`)
  },
})

const incomplete: StatusReply = { status: 0, msg: 'Deux documents sont à reprendre.', matricule: student.matricule }

export const fileScenes: readonly Scene[] = [
  still('status-empty', '/status'),
  ...messages.map(checked),
  {
    name: 'status-mistake',
    play: async ({ page, shot }) => {
      await comeTo(page, '/status')
      await fill(page, { annee: '2021', phone: '12' })
      await shot('status-mistake')
    },
  },
  {
    name: 'status-call-error',
    play: async ({ page, provider, shot }) => {
      provider.script(/statut\/?(phone)?$/, { status: 500 })
      await comeTo(page, '/status')
      await fill(page, { annee: '2021', phone })
      await press(page, 'Vérifier')
      await page.locator('[data-tone="danger"]').first().waitFor()
      await shot('status-call-error')
    },
  },
  {
    name: 'reclamation',
    play: async ({ page, provider, shot }) => {
      knows(provider, incomplete)
      await page.goto(`/reclamation/${student.matricule}`)
      await field(page, 'carteid').waitFor({ state: 'attached' })
      await settled(page)
      await shot('reclamation-empty')
      await sendDocument(page, 'carteid', photos.carteid)
      await shot('reclamation-one-sent')
      provider.script('etudiant/enrolement/globalevalid', { reply: { status: 0, msg: 'Réessayez demain.' }, times: 1 })
      await press(page, 'Mettre à jour')
      await page.getByText('Réessayez demain.').first().waitFor()
      await shot('reclamation-refused')
      await press(page, 'Mettre à jour')
      await page.getByText('Mise à jour effectuée').first().waitFor()
      await shot('update')
    },
  },
  still('reclamation-unknown', '/reclamation/12345678'),
  still('reclamation-nothing-to-do', `/reclamation/${student.matricule}`, provider => {
    const done = { actNaissV: '2', pieceIdV: '2', simCardV: '2', attestBacV: '2', photoBusteV: '2' }
    provider.memory.files.set(student.matricule, { status: 2, msg: 'Dossier validé.', ...done })
  }),
  still('receipt-empty', '/recepisse'),
  {
    name: 'receipt',
    play: async ({ page, shot }) => {
      await comeTo(page, '/recepisse')
      await fill(page, { num_place: 'x', otp: '1', matricule: 'abc' })
      await shot('receipt-mistakes')
      await fill(page, { ...receiptAnswers, otp: '0000' })
      await press(page, 'Téléchargez votre récépissé')
      await page.getByText('Code incorrect.').first().waitFor()
      await shot('receipt-refused')
      await fill(page, { otp: receiptAnswers.otp ?? '' })
      await Promise.all([page.waitForEvent('download'), press(page, 'Téléchargez votre récépissé')])
      await shot('receipt-done')
    },
  },
  {
    name: 'receipt-pending',
    play: async ({ page, provider, shot }) => {
      await comeTo(page, '/recepisse')
      await fill(page, receiptAnswers)
      provider.script('etudiant/voir/recepisse', { hang: true })
      await press(page, 'Téléchargez votre récépissé')
      await shot('receipt-pending')
      await page.evaluate(() => dispatchEvent(new Event('offline')))
      await page.locator('[data-network="away"]').waitFor()
      await shot('receipt-offline')
    },
  },
]
