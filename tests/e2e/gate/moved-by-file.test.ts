import { createHash } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { documentTypes } from '../../../src/spec/documents.ts'
import { documentPhotos } from '../../photos/photographs.ts'
import { early, halfSent, late } from '../moving/half-sent.ts'
import { eventually, queue, stored, wakeWorker } from '../setup/device.ts'
import { roundTrip } from '../setup/looks.ts'
import {
  chooseFile,
  confirmArrival,
  expectUsableInBoth,
  exportDossier,
  keep,
  openWith,
  saveFile,
} from '../setup/moving.ts'
import { badNetwork, networkFaults } from '../setup/network.ts'
import { expectArrived, expectSaid, heading } from '../setup/place.ts'
import { phones } from '../setup/students.ts'

const network = badNetwork()
const phone = phones(networkFaults)

const uploads = () => network.provider.calls('etudiant/files/upload')
const digestOf = (body: unknown) => createHash('sha256').update(JSON.stringify(body)).digest('hex')
const arrivedTypes = () => uploads().map(({ body }) => body.type)

/** The network is back, the page and the worker have had every reason to send, and the provider was asked something. */
async function tempted(page: Page): Promise<void> {
  await page.context().setOffline(false)
  await wakeWorker(page, network.url)
  await page.goto('/register')
  await heading(page, 'Dossier remis').waitFor()
  await roundTrip(page)
}

test('a dossier with five photographs moves by file: what waited is sent from the other phone, once each, and nothing from here any more', async () => {
  const photos = await documentPhotos()
  const source = await halfSent(phone(network.url), async type => photos[type])
  const waiting = (await queue(source.page)).filter(({ state }) => state === 'waiting')
  expect(waiting.map(({ requestKey }) => requestKey).sort()).toEqual([...late].sort())
  await exportDossier(source.page)
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
  const confirmationCode = await keep(target.page)
  await expectUsableInBoth(target.page, 'it is kept')
  await eventually(() => uploads().length).toBe(documentTypes.length)
  await target.page.getByRole('link', { name: 'Continuer ce dossier' }).click()
  await expectArrived(target.page, 'Pré-inscription effectuée')
  expect(arrivedTypes().sort()).toEqual([...documentTypes].sort())
  // To the byte, as they were frozen on the first phone.
  const digests = uploads().map(({ body }) => digestOf(body))
  for (const { requestKey, digest } of waiting) expect(digests, requestKey).toContain(digest)

  await confirmArrival(source.page, confirmationCode)
  await expectSaid(source.page, "Le dossier est effacé de cet appareil. Continuez sur l'autre.")
  for (const store of ['dossiers', 'queue', 'payloads', 'sourceFiles'])
    expect(await stored(source.page, store)).toEqual([])
  expect(uploads()).toHaveLength(documentTypes.length)
})
