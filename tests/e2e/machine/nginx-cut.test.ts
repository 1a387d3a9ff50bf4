import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Nginx, startNginx } from '../../../provider/tests/setup/nginx.ts'
import { startServer, type TestServer } from '../../../provider/tests/setup/server.ts'
import { documentTypes } from '../../../src/spec/documents.ts'
import { Link } from '../../link/link.ts'
import type { Request } from '../../link/requests.ts'
import { documentPhotos } from '../../photos/photographs.ts'
import { builds } from '../setup/builds.ts'
import { eventually, queue } from '../setup/device.ts'
import { enrol, enterCode, field, giveDocument } from '../setup/hands.ts'
import { networkFaults } from '../setup/network.ts'
import { sampleAnswers } from '../setup/stand-in.ts'
import { phones } from '../setup/students.ts'

/** As `offline/cut-connections.test.ts`, behind nginx: what of a cut part has come must reach a process. */

const phone = phones(new RegExp(`${networkFaults.source}|409 \\(Conflict\\)`))
const came = new Map<Request, number>()
let server: TestServer
let nginx: Nginx
let link: Link
beforeAll(async () => {
  server = await startServer({ portal: builds.complete.dir, trustProxy: true })
  nginx = await startNginx({ processes: [server.address], dist: builds.complete.dir })
  link = await new Link(Number(new URL(nginx.address).port), (request, { length }, direction) => {
    if (direction === 'up') came.set(request, (came.get(request) ?? 0) + length)
  }).start()
}, 60_000)
afterAll(async () => {
  await link.stop()
  await nginx.stop()
  await server.stop()
})

test('five photographs arrive behind nginx, and what has arrived is not sent again', async () => {
  const photos = await documentPhotos()
  const { page } = await phone(link.url).start()
  await page.goto('/register')
  await enrol(page, 'complete', sampleAnswers)
  await eventually(() => server.shown.length).toBe(1)
  await enterCode(page, /\b\d{4}\b/.exec(server.shown[0]?.text ?? '')?.[0] ?? '')
  await field(page, 'attest').waitFor({ state: 'attached' })
  await link.set({ up: 25_000, delay: 20, life: 2_000 })
  for (const type of documentTypes) await giveDocument(page, type, photos[type])
  const sizes = new Map<string, number>()
  await eventually(async () => {
    for (const { requestKey, upload } of await queue(page)) if (upload) sizes.set(requestKey, upload.size)
    return page.getByRole('heading', { name: 'Pré-inscription effectuée' }).isVisible()
  }, 150_000).toBe(true)
  expect(sizes.size).toBeGreaterThan(2)
  const parts = link.journal.filter(({ request: { method } }) => method === 'PATCH')
  const bytes = parts.reduce((sum, { request }) => sum + (came.get(request) ?? 0), 0)
  const bodies = [...sizes.values()].reduce((sum, size) => sum + size, 0)
  expect(bytes).toBeLessThan(1.5 * bodies)
}, 240_000)
