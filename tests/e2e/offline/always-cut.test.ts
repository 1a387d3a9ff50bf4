import sharp from 'sharp'
import { expect, test } from 'vitest'
import { ceilingOf, promisedBytes } from '../../../src/documents/image/ceilings.ts'
import type { DocumentType } from '../../../src/spec/documents.ts'
import { documentPhotos } from '../../photos/photographs.ts'
import { eventually, queue } from '../setup/device.ts'
import { documentRow, documentState, giveDocument, toDocuments } from '../setup/hands.ts'
import { badNetwork, networkFaults } from '../setup/network.ts'
import { phones } from '../setup/students.ts'

/** A provider that takes nothing in parts, behind a line that cuts each connection after so many bytes of a body. */

const network = badNetwork()
const phone = phones(networkFaults)
const line = { up: 100_000, delay: 20 }
const said = /Le réseau coupe avant la fin de l'envoi\./

test('a photograph that no connection carries arrives as light as print allows', { timeout: 180_000 }, async () => {
  const photos = await documentPhotos()
  const { page } = await phone(network.url).start()
  await toDocuments(page)
  const floor = promisedBytes(['attest'], true, false)
  await network.link.set({ ...line, carries: floor })
  await giveDocument(page, 'attest', photos.attest)
  const attest = async () => (await queue(page)).find(({ requestKey }) => requestKey === 'attest')
  expect((await attest())?.bytes).toBeGreaterThan(floor)
  await documentState(page, 'attest', 'sent', 120_000)
  const [sent, ...more] = network.provider.calls('etudiant/files/upload')
  expect(more).toEqual([])
  const picture = Buffer.from(String(sent?.body.image), 'base64')
  const { bytes } = ceilingOf('page', { economy: true })
  expect(picture.length).toBeLessThanOrEqual(bytes)
  // And no lighter than that.
  expect(picture.length).toBeGreaterThan(0.85 * bytes)
  expect((await sharp(picture).raw().toBuffer()).length).toBeGreaterThan(0)
  // No advice comes of it.
  expect(await documentRow(page, 'attest').innerText()).not.toContain('à vérifier')
})

test('one that is too heavy even so says what happens and what helps', { timeout: 180_000 }, async () => {
  const photos = await documentPhotos()
  const { page } = await phone(network.url).start()
  await toDocuments(page)
  await network.link.set({ ...line, carries: 20_000 })
  const given: DocumentType = 'photobuste'
  await giveDocument(page, given, photos[given])
  await documentRow(page, given).getByText(said).waitFor({ timeout: 120_000 })
  const item = async () => (await queue(page)).find(({ requestKey }) => requestKey === given)
  const floor = promisedBytes([given], true, true)
  await eventually(async () => (await item())?.gzippedBytes, 60_000).toBeLessThanOrEqual(floor)
  const { digest, cuts = 0 } = (await item()) ?? {}
  // Lighter it does not become, however often it is cut.
  await eventually(async () => (await item())?.cuts ?? 0, 120_000).toBeGreaterThan(cuts + 1)
  expect((await item())?.digest).toBe(digest)
  await network.link.set({ carries: Number.POSITIVE_INFINITY })
  await documentState(page, given, 'sent', 120_000)
  expect(await documentRow(page, given).getByText(said).count()).toBe(0)
})
