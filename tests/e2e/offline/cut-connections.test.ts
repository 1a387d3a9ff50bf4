import { afterEach, beforeEach, expect, test } from 'vitest'
import { documentTypes } from '../../../src/spec/documents.ts'
import { Link } from '../../link/link.ts'
import type { Request } from '../../link/requests.ts'
import { documentPhotos } from '../../photos/photographs.ts'
import { eventually, queue } from '../setup/device.ts'
import { documentRow, documentState, enrol, enterCode, field, giveDocument } from '../setup/hands.ts'
import { networkFaults } from '../setup/network.ts'
import { type StandIn, sampleAnswers, sampleMatricule, startStandIn } from '../setup/stand-in.ts'
import { phones } from '../setup/students.ts'

/** Each connection carries less than one photograph: the worst lines of the field, ten times as fast. */

let provider: StandIn
let link: Link
/** Bytes of each request that have reached the provider, its head among them. */
const came = new Map<Request, number>()
beforeEach(async () => {
  provider = await startStandIn()
  came.clear()
  link = await new Link(Number(new URL(provider.url).port), (request, { length }, direction) => {
    if (direction === 'up') came.set(request, (came.get(request) ?? 0) + length)
  }).start()
})
afterEach(async () => {
  await link.stop()
  await provider.dispose()
})
/** Chromium also prints that an upload stands elsewhere than it believed, once it has sent a part again by itself. */
const phone = phones(new RegExp(`${networkFaults.source}|409 \\(Conflict\\)`))

const upload = 'POST /2021/v1/etudiant/files/upload'
const wireOf = (name: RegExp) => link.journal.filter(({ request: { method, path } }) => name.test(`${method} ${path}`))
const parts = () => wireOf(/^PATCH /)
const worst = { up: 25_000, delay: 20, life: 2_000 }
const preEnrolled = 'Pré-inscription effectuée'

async function toDocuments(page: Parameters<typeof enrol>[0]): Promise<void> {
  await page.goto('/register')
  await enrol(page, 'complete', sampleAnswers)
  await enterCode(page, await provider.lastCode(sampleAnswers.phone))
  await field(page, 'attest').waitFor({ state: 'attached' })
}

test('five photographs arrive, and what has arrived is not sent again', { timeout: 180_000 }, async () => {
  const photos = await documentPhotos()
  const { page } = await phone(link.url).start()
  await toDocuments(page)
  await link.set(worst)
  for (const type of documentTypes) await giveDocument(page, type, photos[type])
  const sizes = new Map<string, number>()
  await eventually(async () => {
    for (const { requestKey, upload } of await queue(page)) if (upload) sizes.set(requestKey, upload.size)
    return page.getByRole('heading', { name: preEnrolled }).isVisible()
  }, 150_000).toBe(true)
  expect(sizes.size).toBeGreaterThan(2)
  expect(parts().length).toBeGreaterThan(5)
  // Of everything that came only a little came twice; begun from zero it would be more than double.
  const bytes = parts().reduce((sum, { request }) => sum + (came.get(request) ?? 0), 0)
  const bodies = [...sizes.values()].reduce((sum, size) => sum + size, 0)
  expect(bytes).toBeLessThan(1.5 * bodies)
  const { output } = await provider.provider('files', sampleMatricule)
  for (const type of documentTypes) expect(output).toContain(type)
})

test('killed in the middle of a part, it goes on from there', { timeout: 180_000 }, async () => {
  const photos = await documentPhotos()
  const own = phone(link.url)
  const { page } = await own.start()
  await toDocuments(page)
  await link.set(worst)
  await giveDocument(page, 'attest', photos.attest)
  const standing = async () => (await queue(page)).find(({ requestKey }) => requestKey === 'attest')?.upload
  await eventually(async () => (await standing())?.arrived ?? 0, 60_000).toBeGreaterThan(10_000)
  const before = await standing()
  // Alive as well: in two seconds at that pace only the head of a part would come.
  await link.set({ up: 500, life: Number.POSITIVE_INFINITY })
  await eventually(() => parts().at(-1)?.arrived ?? 0).toBeGreaterThan(0)
  await own.kill()
  await link.set({ life: worst.life })
  link.dropAll()
  link.journal.length = 0
  const { page: later } = await own.start()
  await later.goto('/register')
  // What has arrived stands there before anything moves again.
  await documentRow(later, 'attest')
    .getByText(/sur .* (arrivés|Ko)/)
    .waitFor()
  await link.set(worst)
  await documentState(later, 'attest', 'sent', 90_000)
  expect(wireOf(new RegExp(`^${upload}$`))).toEqual([])
  expect(parts()[0]?.request.offset).toBeGreaterThanOrEqual(before?.arrived ?? 1)
})
