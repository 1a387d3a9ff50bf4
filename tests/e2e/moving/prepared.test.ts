import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { smallPhoto } from '../../photos/photographs.ts'
import { bamako } from '../setup/answers.ts'
import { eventually, queue, stored } from '../setup/device.ts'
import { documentState, enrolToDocuments, field, giveDocument } from '../setup/hands.ts'
import { handOver, receive, saveFile } from '../setup/moving.ts'
import { badNetwork, networkFaults } from '../setup/network.ts'
import { heading } from '../setup/place.ts'
import { phones } from '../setup/students.ts'

/** What was prepared before enrolment opens moves as well: it is all that there is of the dossier. */

const network = badNetwork()
const phone = phones(networkFaults)
const day = 24 * 3600 * 1000
const uploads = () => network.provider.calls('etudiant/files/upload')

const setWindow = (statut: number, inMilliseconds: number) => {
  const resultat = { message: 'Les inscriptions ferment dans', dateHeure: bamako(inMilliseconds) }
  network.provider.memory.chrono = { statut, resultat }
}

async function prepare(page: Page): Promise<void> {
  await page.goto('/preparer')
  await field(page, 'attest').waitFor({ state: 'attached' })
  await giveDocument(page, 'attest', await smallPhoto('attest'))
  await documentState(page, 'attest', 'queued')
}

test('documents prepared before the opening are on the other phone, and sent from there once the number is confirmed', async () => {
  setWindow(0, -day)
  const source = await phone(network.url).start()
  await prepare(source.page)
  await handOver(source.page)
  const file = await saveFile(source.page)
  const { page } = await phone(network.url).start()
  await receive(page, file)
  expect([(await stored(page, 'originals')).length, await queue(page)]).toEqual([1, []])
  await page.goto('/preparer')
  await documentState(page, 'attest', 'queued')
  setWindow(1, 5 * day)
  await source.page.goto('/preparer')
  await heading(source.page, 'Dossier remis').waitFor()
  await page.goto('/register')
  await enrolToDocuments(page)
  await documentState(page, 'attest', 'sent')
  await eventually(() => uploads().map(({ body }) => body.type)).toEqual(['attest'])
})
