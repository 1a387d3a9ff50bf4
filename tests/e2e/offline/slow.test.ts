import sharp from 'sharp'
import { expect, test } from 'vitest'
import { ceilingOf, promisedBytes } from '../../../src/documents/image/ceilings.ts'
import { type DocumentType, documentTypes } from '../../../src/spec/documents.ts'
import { documentPhotos } from '../../photos/photographs.ts'
import { eventually, queue, queueHuge } from '../setup/device.ts'
import { documentRow, documentState, giveDocument, toDocuments } from '../setup/hands.ts'
import { badNetwork, networkFaults } from '../setup/network.ts'
import { phones } from '../setup/students.ts'

const network = badNetwork()
const phone = phones(networkFaults)

const upload = 'etudiant/files/upload'
/** SLOW=1 sends all five over the same line, which takes about four minutes; the portrait alone takes a quarter. */
const all = process.env.SLOW === '1'
const given: readonly DocumentType[] = all ? documentTypes : ['photobuste']

test(
  'at 3 KB/s the photographs arrive, however long that takes, each in one attempt',
  async () => {
    const photos = await documentPhotos()
    const { page, context } = await phone(network.url).start()
    await toDocuments(page)
    await network.link.set({ up: 3_000, down: 3_000, delay: 300 })
    for (const type of given) await giveDocument(page, type, photos[type])
    if (!all) await documentState(page, 'photobuste', 'sent', 120_000)
    else await page.getByRole('heading', { name: 'Pré-inscription effectuée' }).waitFor({ timeout: 600_000 })
    expect(network.provider.calls(upload).map(({ body }) => body.type)).toEqual(given)
    expect(context.pages()).toContain(page)
  },
  given.length * 180_000,
)

const stuckMessage = "L'envoi est resté bloqué : le réseau ne passe plus."

test('a transfer in which no byte moves for 45 s is cut, said, and begun again by itself', async () => {
  const { page } = await phone(network.url).start()
  await page.clock.install()
  await toDocuments(page)
  await network.link.set({ up: 0 })
  await queueHuge(page)
  const row = documentRow(page, 'attest')
  await row.getByText(/Envoi en cours · .* sur 8 Mo/).waitFor()
  // The page notes the words itself: they stand there only until the next attempt, which a busy machine may miss.
  await page.evaluate(words => {
    const note = () => {
      if (document.body.textContent?.includes(words)) document.documentElement.dataset.said = 'yes'
    }
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true })
  }, stuckMessage)
  const attempts = async () => (await queue(page)).find(({ id }) => id === 'huge')?.attempts ?? 0
  let known = 0
  // The machine's own buffers still take some bytes at first, and each of them begins the 45 s anew.
  await eventually(async () => {
    const now = await attempts()
    if (now === known) await page.clock.fastForward(45_000)
    known = now
    return page.evaluate(() => document.documentElement.dataset.said)
  }, 90_000).toBe('yes')
  expect(await attempts()).toBeGreaterThan(0)
  await network.link.set({ up: Number.POSITIVE_INFINITY })
  await eventually(async () => {
    const item = (await queue(page)).find(({ id }) => id === 'huge')
    if (item?.state === 'waiting') await page.clock.fastForward(5_000)
    return item?.state
  }, 60_000).toBe('accepted')
})

/** A provider that takes nothing in parts, behind a line that cuts each connection after so many bytes of a body. */

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
