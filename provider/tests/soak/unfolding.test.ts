import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Folders, makeFolders } from '../setup/campus.ts'
import { type Child, endCleanly, serveImpatiently } from '../setup/child.ts'
import { peakOf } from '../setup/peak.ts'

const mega = 1024 * 1024
let folders: Folders
let child: Child
beforeAll(async () => {
  folders = await makeFolders()
  child = await serveImpatiently({ ...folders.env, PATIENCE: 'usual' })
})
afterAll(async () => {
  await endCleanly(child)
  await folders.remove()
})

test('a small compressed body that unfolds to a gigabyte is refused early', async () => {
  const quarter = gzipSync(Buffer.alloc(256 * mega))
  const before = await peakOf(child)
  const response = await fetch(`${child.address}/2021/v1/etudiant/files/upload`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    body: new Uint8Array(Buffer.concat([quarter, quarter, quarter, quarter])),
  })
  expect(response.status).toBe(413)
  expect((await peakOf(child)) - before).toBeLessThan(150 * mega)
})
