import { expect, test } from 'vitest'
import { atNginx, http } from '../../src/limits/limits.ts'
import { oneCampus } from '../setup/campus.ts'
import { head, Line, startBody } from '../setup/line.ts'
import { oneNginx } from '../setup/nginx.ts'
import { patchHeaders, uploadPath } from '../setup/parts.ts'
import { requestRaw } from '../setup/raw.ts'

/** What one address may take at the nginx of the deploy kit, with numbers so small that a test reaches them. */

const [attacker, student] = ['127.0.0.66', '127.0.0.7']
Object.assign(atNginx, { photos: 4, photosTogether: 6, callsEachSecond: 1, callsAtOnce: 60, commonCallsAtOnce: 60 })
const { server } = await oneCampus([], { trustProxy: true, patience: { ...http, maxConnections: 30 } })
const nginx = await oneNginx([server.address])

const chrono = '/2021/v1/etudiant/enrolement/chrono'
const ask = (from: string, body = '{}', path = chrono) =>
  requestRaw(nginx.address, {
    method: 'POST',
    path,
    body,
    from,
    headers: { 'content-type': 'application/json' },
  }).then(({ http }) => http)
const counts = (codes: readonly number[]) => ({
  taken: codes.filter(code => code === 200).length,
  refused: codes.filter(code => code === 429).length,
})

test('parts for no upload hold none of a process’s connections', async () => {
  const lines: Line[] = []
  for (let nth = 0; nth < 40; nth += 1) {
    const headers = { ...patchHeaders(0, true), 'Content-Length': 5000 }
    const line = await Line.open(nginx.address, attacker)
    await line.write(head(`/2021/v1/uploads/none-${nth}`, headers, 'PATCH'))
    await line.write('x')
    lines.push(line)
  }
  expect(await ask(student)).toBe(200)
  for (const line of lines) await line.until(/^HTTP\/1\.1 404 /)
})

test('whole photographs that never end hold their share of the disk, and other addresses have theirs', async () => {
  const body = Buffer.alloc(100_000, 'x')
  const hold = (from: string) => startBody(nginx.address, uploadPath, body, 40_000, { from })
  const floods = [attacker, '127.0.0.67', '127.0.0.68', '127.0.0.69']
  const flood = await Promise.all(Array.from({ length: 40 }, (_, nth) => hold(floods[nth % 4] ?? attacker)))
  await expect.poll(nginx.bodies).toBe(atNginx.photosTogether)
  const photo = await hold(student)
  await photo.write(body.subarray(40_000))
  // It is no photograph, and a process has said so.
  await photo.until(/^HTTP\/1\.1 400 [\s\S]*"status":/)
  expect(nginx.bodies()).toBe(atNginx.photosTogether)
  for (const line of flood) line.hangUp()
})

test.each([
  ['a call that everybody makes alike', '{}'],
  ['the same with something more in it', '{"a":1}'],
])('%s has a rate, and another address its own', async (_, body) => {
  const flood = await Promise.all(Array.from({ length: 90 }, () => ask(attacker, body)))
  expect(counts(flood).refused).toBeGreaterThan(10)
  expect(await ask(student, body)).toBe(200)
})
