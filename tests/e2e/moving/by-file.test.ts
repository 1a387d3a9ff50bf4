import { createHash } from 'node:crypto'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { type DocumentType, documentTypes } from '../../../src/rules/documents.ts'
import { documentPhotos, smallPhoto } from '../../photos/photographs.ts'
import { eventually, installed, queue, stored, wakeWorker } from '../setup/device.ts'
import { documentState, field, giveDocument, press, sendDocument, toDocuments } from '../setup/hands.ts'
import { roundTrip } from '../setup/looks.ts'
import {
  chooseFile,
  confirmArrival,
  expectUsableInBoth,
  handOver,
  keep,
  openWith,
  receive,
  saveFile,
} from '../setup/moving.ts'
import { badNetwork, networkFaults } from '../setup/network.ts'
import { expectArrived, expectAt, expectSaid, heading } from '../setup/place.ts'
import { phones } from '../setup/students.ts'
import { tapHome } from '../setup/ways.ts'

/** A dossier goes from one phone to another in a file: nothing of it is lost, and nothing is sent twice. */

const network = badNetwork()
const phone = phones(networkFaults)

const upload = 'etudiant/files/upload'
const uploads = () => network.provider.calls(upload)
const digestOf = (body: unknown) => createHash('sha256').update(JSON.stringify(body)).digest('hex')
const arrivedTypes = () => uploads().map(({ body }) => body.type)

const early = ['attest', 'carteid'] as const
const late = documentTypes.filter(type => !early.some(sent => sent === type))

/** Two photos have arrived, three wait: the network has gone meanwhile. */
async function halfSent(photos: (type: DocumentType) => Promise<string>) {
  const { page, context } = await phone(network.url).start()
  await toDocuments(page)
  await installed(page)
  for (const type of early) await sendDocument(page, type, await photos(type))
  await context.setOffline(true)
  for (const type of late) await sendDocument(page, type, await photos(type), 'queued')
  return { page, context }
}

/** The network is back, the page and the worker have had every reason to send, and the provider was asked something. */
async function tempted(page: Page): Promise<void> {
  await page.context().setOffline(false)
  await wakeWorker(page, network.url)
  await page.goto('/register')
  await heading(page, 'Dossier remis').waitFor()
  await roundTrip(page)
}

describe('a dossier with five photographs', () => {
  test('moves by file: what waited is sent from the other phone, once each, and nothing from here any more', async () => {
    const photos = await documentPhotos()
    const source = await halfSent(async type => photos[type])
    const waiting = (await queue(source.page)).filter(({ state }) => state === 'waiting')
    expect(waiting.map(({ slot }) => slot).sort()).toEqual([...late].sort())
    await handOver(source.page)
    await expectUsableInBoth(source.page, 'the dossier is handed over')
    const file = await saveFile(source.page)
    for (const secret of ['TRAORÉ', '76543210', 'MA2025TR001', '"image"']) expect(file.includes(secret)).toBe(false)
    await tempted(source.page)
    expect(arrivedTypes()).toEqual([...early])

    const target = await phone(network.url).start()
    await chooseFile(target.page, file)
    await expectUsableInBoth(target.page, 'the code is asked for')
    await openWith(target.page)
    await target.page.getByText('Aminata TRAORÉ').waitFor()
    // In full: it is to be checked.
    await target.page.getByText('76 54 32 10', { exact: true }).waitFor()
    await expectUsableInBoth(target.page, 'what has come is shown')
    // Shown, and not taken.
    expect([await stored(target.page, 'dossiers'), await queue(target.page)]).toEqual([[], []])
    const proof = await keep(target.page)
    await expectUsableInBoth(target.page, 'it is kept')
    await eventually(() => uploads().length).toBe(documentTypes.length)
    await target.page.getByRole('link', { name: 'Continuer ce dossier' }).click()
    await expectArrived(target.page, 'Pré-inscription effectuée')
    expect(arrivedTypes().sort()).toEqual([...documentTypes].sort())
    // To the byte, as they were frozen on the first phone.
    const digests = uploads().map(({ body }) => digestOf(body))
    for (const { slot, digest } of waiting) expect(digests, slot).toContain(digest)

    await confirmArrival(source.page, proof)
    await expectSaid(source.page, "Le dossier est effacé de cet appareil. Continuez sur l'autre.")
    for (const store of ['dossiers', 'queue', 'payloads', 'originals'])
      expect(await stored(source.page, store)).toEqual([])
    expect(uploads()).toHaveLength(documentTypes.length)
  })

  test('is not erased for a wrong code of arrival, stays handed over, and says so wherever it would go on', async () => {
    const { page } = await halfSent(smallPhoto)
    await handOver(page)
    await confirmArrival(page, 'AAA AAA')
    const wrong = "Ce n'est pas le code d'arrivée de ce dossier. Regardez-le sur l'autre appareil."
    await page.getByText(wrong).waitFor()
    await expectAt(field(page, 'code-arrivee'))
    await expectUsableInBoth(page, 'another code of arrival')
    expect(await stored(page, 'dossiers')).toHaveLength(1)
    for (const path of ['/register', '/preparer', '/transfert']) {
      await page.goto(path)
      await heading(page, 'Dossier remis').waitFor()
      expect(await field(page, 'simcard').count(), path).toBe(0)
    }
    await tapHome(page)
    await page.getByText('Votre dossier est remis à un autre appareil.').waitFor()
    await expectUsableInBoth(page, 'home, when it was handed over')
    await page.getByRole('link', { name: 'Suivre la remise' }).click()
    await heading(page, 'Dossier remis').waitFor()
  })

  test('is taken back where the other phone has never had it, and then sent from here, once each', async () => {
    const { page, context } = await halfSent(smallPhoto)
    await handOver(page)
    await page.goto('/register')
    await press(page, 'Reprendre ici')
    await expectAt(page.getByRole('heading', { name: 'Reprendre ce dossier ici ?' }))
    await expectUsableInBoth(page, 'asked before it is taken back')
    await page.keyboard.press('Escape')
    await expectAt(page.getByRole('button', { name: 'Reprendre ici' }))
    await press(page, 'Reprendre ici')
    await press(page, 'Je confirme')
    for (const type of late) await documentState(page, type, 'queued')
    await context.setOffline(false)
    await expectArrived(page, 'Pré-inscription effectuée')
    expect(arrivedTypes().sort()).toEqual([...documentTypes].sort())
  })

  test('is handed over in every tab, and goes on in every tab', async () => {
    const { page, context } = await halfSent(smallPhoto)
    const other = await context.newPage()
    await other.goto('/register')
    await documentState(other, 'simcard', 'queued')
    await handOver(page)
    await heading(other, 'Dossier remis').waitFor()
    await press(page, 'Reprendre ici')
    await press(page, 'Je confirme')
    await documentState(other, 'simcard', 'queued')
  })

  test('taken in twice changes nothing, and the first phone still has a way to make the file anew', async () => {
    const source = await halfSent(smallPhoto)
    await handOver(source.page)
    await source.page.goto('/transfert')
    await press(source.page, 'Refaire le fichier')
    await field(source.page, 'code-choisi').fill('papaye31')
    await field(source.page, 'code-repete').fill('papaye31')
    await press(source.page, 'Préparer la remise')
    const file = await saveFile(source.page)
    const { page } = await phone(network.url).start()
    const proof = await receive(page, file, 'papaye31')
    await eventually(() => uploads().length).toBe(documentTypes.length)
    await eventually(async () => (await queue(page)).filter(({ state }) => state === 'waiting')).toEqual([])
    expect(await receive(page, file, 'papaye31')).toBe(proof)
    await page.getByText("Ce dossier était déjà ici. Rien n'a changé.").waitFor()
    await roundTrip(page)
    expect(uploads()).toHaveLength(documentTypes.length)
    await confirmArrival(source.page, proof)
    await source.page.getByText('Le dossier est effacé de cet appareil.').waitFor()
  })
})

test('photographs that were picked and not prepared travel as they were picked', async () => {
  const { page, context } = await phone(network.url).start()
  await toDocuments(page)
  await installed(page)
  await context.setOffline(true)
  // A phone that prepares nothing: what was picked stays as it is.
  await context.addInitScript(() => {
    Object.defineProperty(globalThis, 'Worker', { value: undefined })
    Object.defineProperty(globalThis, 'createImageBitmap', { value: () => new Promise(() => undefined) })
  })
  await page.goto('/register')
  await field(page, 'simcard').setInputFiles(await smallPhoto('simcard'))
  await eventually(async () => (await stored(page, 'originals')).length).toBe(1)
  await handOver(page)
  const file = await saveFile(page)
  const target = await phone(network.url).start()
  await receive(target.page, file)
  await target.page.getByRole('link', { name: 'Continuer ce dossier' }).click()
  await documentState(target.page, 'simcard', 'sent')
  await giveDocument(target.page, 'attest', await smallPhoto('attest'))
  await documentState(target.page, 'attest', 'sent')
  expect(arrivedTypes()).toEqual(['simcard', 'attest'])
})
