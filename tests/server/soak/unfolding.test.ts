import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { oneCampus } from '../setup/campus.ts'

const { server } = await oneCampus([])

test('a small compressed body that unfolds to a huge one is refused early', async () => {
  const inner = gzipSync(Buffer.alloc(256 * 1024 * 1024))
  const memory = process.memoryUsage().rss
  const response = await fetch(`${server.address}/2021/v1/etudiant/files/upload`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    body: new Uint8Array(inner),
  })
  expect(response.status).toBe(413)
  expect(process.memoryUsage().rss - memory).toBeLessThan(150 * 1024 * 1024)
})
