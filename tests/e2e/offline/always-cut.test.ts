import sharp from 'sharp'
import { expect, test } from 'vitest'
import { ceilingOf, promisedBytes } from '../../../src/documents/image/ceilings.ts'
import { documentPhotos } from '../../photos/photographs.ts'
import { queue } from '../setup/device.ts'
import { documentRow, documentState, giveDocument, toDocuments } from '../setup/hands.ts'
import { badNetwork, networkFaults } from '../setup/network.ts'
import { phones } from '../setup/students.ts'

/** A provider that takes nothing in parts, behind a line that cuts each connection after so many bytes of a body. */

const network = badNetwork()
const phone = phones(networkFaults)
const line = { up: 100_000, delay: 20 }

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
