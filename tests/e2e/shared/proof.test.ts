import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { foldCode } from '../../../src/core/crypto/codes.rule.ts'
import { documentTypes } from '../../../src/spec/documents.ts'
import { smallPhoto } from '../../photos/photographs.ts'
import { code, student } from '../setup/answers.ts'
import { eventually, installed, queue } from '../setup/device.ts'
import {
  completeAnswers,
  documentState,
  enrol,
  enterCode,
  field,
  giveDocument,
  phone as number,
  press,
  sendDocument,
  toDocuments,
} from '../setup/hands.ts'
import { badNetwork, networkFaults } from '../setup/network.ts'
import { phones } from '../setup/students.ts'
import {
  chooseWords,
  isLocked,
  lock,
  onDisk,
  queuedBodies,
  secret,
  share,
  toEncryptedDocuments,
  unlock,
} from './tablet.ts'
import { inProfile, inStorages, needlesOf, piecesOf } from './traces.ts'

/** One tablet, two students: nothing of the first can be found, and all that the first has still to send arrives. */

const network = badNetwork()
const phone = phones(networkFaults)
const upload = 'etudiant/files/upload'

const awa = { ...student, numPlace: '20777', matricule: 'MA2025DI002', nom: 'DIARRA', prenom: 'Awa' }
const photoOf = async (type: string) => smallPhoto(`aminata ${type}`)

const wordsOf = [student.nom, student.prenom, number, student.matricule, 'TRAORE', '204518', 'small-aminata']

async function needles(bodies: readonly string[]) {
  const sourceFiles = await Promise.all(
    documentTypes.map(async type => piecesOf(`${type}, picked`, readFileSync(await photoOf(type)))),
  )
  const prepared = bodies.map((body, index) =>
    piecesOf(`prepared ${index}`, Buffer.from(JSON.parse(body).image, 'base64')),
  )
  return [...needlesOf([...wordsOf, secret]), ...sourceFiles.flat(), ...prepared.flat()]
}

async function giveAll(page: Page) {
  for (const type of documentTypes) await giveDocument(page, type, await photoOf(type))
  for (const type of documentTypes) await documentState(page, type, 'queued')
}

describe('on a shared tablet', () => {
  test('nobody finds anything of the student before; what waits leaves blind, to the byte; both come to their end', async () => {
    network.provider.memory.students.push(awa)
    const tablet = phone(network.url)
    const { page, context } = await tablet.start()
    await share(page)
    await toEncryptedDocuments(page)
    await network.lose(context)
    await giveAll(page)
    const bodies = await queuedBodies(page)
    expect(bodies).toHaveLength(5)
    await onDisk(page, 'A. T.')
    const wanted = await needles(bodies)
    // While the dossier is open its student reads it on the screen, and there alone.
    expect((await inStorages(page, wanted)).filter(hit => !/^(page|fields)/.test(hit))).toEqual([])
    await page.getByText('Dossier de A. T.').waitFor()
    await lock(page)
    await page.getByRole('button', { name: /^A\. T\. enregistré/ }).waitFor()
    expect(await inStorages(page, wanted)).toEqual([])
    expect(inProfile(tablet.profile, wanted)).toEqual([])
    await tablet.kill()
    expect(inProfile(tablet.profile, wanted)).toEqual([])

    // Awa takes the tablet, still without a network; it comes back while she types.
    const { page: second } = await tablet.start()
    await second.goto('/register')
    await press(second, 'Commencer un nouveau dossier')
    const words = await chooseWords(second)
    await press(second, 'Protéger et commencer')
    await field(second, 'anneeBac').waitFor()
    expect(await queuedBodies(second)).toEqual(bodies)
    await network.link.set({ network: 'there' })
    await enrol(second, 'complete', { ...completeAnswers, numPlace: awa.numPlace, phone: '66123456' })
    await eventually(() => network.provider.calls(upload).length, 60_000).toBe(5)
    expect(
      network.provider
        .calls(upload)
        .map(({ body }) => JSON.stringify(body))
        .sort(),
    ).toEqual(bodies)
    await enterCode(second, code)
    await field(second, 'attest').waitFor({ state: 'attached' })
    for (const type of documentTypes) await giveDocument(second, type, await smallPhoto(`awa ${type}`))
    await second.getByRole('heading', { name: 'Pré-inscription effectuée' }).waitFor()
    expect(network.provider.memory.document(awa.matricule, 'attest')).toBeDefined()
    expect((await queue(second)).every(({ state }) => state === 'accepted')).toBe(true)
    expect(await inStorages(second, wanted)).toEqual([])

    // Awa is done; Aminata goes on where she was.
    await second.getByRole('button', { name: 'Terminer et effacer' }).click()
    await second.getByRole('button', { name: 'Effacer ce dossier' }).click()
    await isLocked(second)
    await second.goto('/register')
    expect(await second.getByText(/^A\. D\./).count()).toBe(0)
    await unlock(second, 'A. T.')
    await second.getByRole('heading', { name: 'Pré-inscription effectuée' }).waitFor()
    expect(inProfile(tablet.profile, needlesOf(['DIARRA', '66123456', awa.matricule, words, foldCode(words)]))).toEqual(
      [],
    )
  })

  test('the very same search finds a student on an own phone: it would have found this one', async () => {
    const mine = phone(network.url)
    const { page, context } = await mine.start()
    await toDocuments(page)
    await installed(page)
    await network.lose(context)
    await sendDocument(page, 'attest', await photoOf('attest'), 'queued')
    const words = needlesOf([student.nom, number, student.matricule])
    const hits = await inStorages(page, words)
    for (const word of [student.nom, number, student.matricule]) expect(hits.join()).toContain(`${word} (UTF-8)`)
    expect(inProfile(mine.profile, words).length).toBeGreaterThan(0)
  })
})
