import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { freePort } from '../../../tests/free-port.ts'
import { hashToken } from '../../src/codes/tokens.ts'
import { heldBodies } from '../../src/limits/held-bodies.ts'
import { bodyBytes, uploadParts } from '../../src/limits/limits.ts'
import { afterwards, oneCampus } from '../setup/campus.ts'
import { endCleanly, serveChild } from '../setup/child.ts'
import { oneCluster } from '../setup/databases.ts'
import { type Line, startBody } from '../setup/line.ts'
import { oneNginx } from '../setup/nginx.ts'
import { append, ask, askPart, create, giveUp, startPart, state, uploadPath } from '../setup/parts.ts'
import { base64Photograph } from '../setup/photographs.ts'
import { queryCluster } from '../setup/postgres.ts'
import { endlessBody, students, uploadBody, Visitor } from '../setup/visitor.ts'

/** Photographs in parts through the nginx of the deploy kit, to two processes. */

const cluster = await oneCluster()
/** One more process with the same database, which is this one: a test sees what it holds. */
const { server } = await oneCampus([], { databaseUrl: cluster.url })
const before = await oneNginx([server.address])
const ports = [await freePort(), await freePort()]
const nginx = await oneNginx(ports.map(port => `http://127.0.0.1:${port}`))
const production = { DATABASE_URL: cluster.url, HOST: '127.0.0.1', TRUST_PROXY: '1', PUBLIC_ORIGIN: nginx.address }
const start = (port: number) => serveChild({ DIST_DIR: server.distDir, ...production, PORT: String(port) })
const processes = await Promise.all(ports.map(start))
afterwards(() => Promise.all(processes.map(endCleanly)))

const { aminata } = students
const visitor = new Visitor(before)
expect((await visitor.save(aminata, '76000001')).status).toBe(1)
const otp = /code est (\d{4})/.exec(server.shown.at(-1)?.text ?? '')?.[1]
expect((await visitor.give(aminata, otp)).status).toBe(1)
const bodyOf = async (picture: number, type: string) =>
  uploadBody(aminata, type, await base64Photograph(picture, 640, 480))
const text = await bodyOf(1, 'attest')

const held = () => Math.round(heldBodies.fullness * bodyBytes.together)
const at = async (path: string): Promise<number> => {
  const token = hashToken(path.split('/').at(-1) ?? '')
  return Number((await queryCluster(cluster.url, `SELECT received FROM uploads WHERE token = '${token}'`))[0]?.received)
}

test('what has come of a part that is cut is there, to the byte, and need not come again', async () => {
  const path = await create(before, { length: text.length })
  let offset = 0
  for (const came of [700, 40_000, 90_000]) {
    const line = await startPart(before, path, offset, text.subarray(offset), came)
    // nginx passes on what it has read before it learns that the line is cut, not what it reads
    // together with that.
    await expect.poll(async () => (await at(path)) + held()).toBe(offset + came)
    line.hangUp()
    offset += came
    await expect.poll(() => at(path)).toBe(offset)
    expect(await state(before, path)).toMatchObject({ http: 204, offset, complete: false, length: text.length })
  }
  expect(await append(before, path, 0, Buffer.alloc(10))).toMatchObject({ http: 409, offset, complete: false })
  const last = await append(before, path, offset, text.subarray(offset), { isLast: true })
  expect(last).toMatchObject({ http: 200, complete: true, json: { status: 1 } })
  expect(await ask(before, path, text.length)).toMatchObject({ http: 200, complete: true, text: last.text })
  expect(await giveUp(before, path)).toMatchObject({ http: 204 })
  expect((await state(before, path)).http).toBe(404)
})

test('the portal learns of it through nginx, and a part that is too large is refused at once', async () => {
  expect(await askPart(nginx, { path: uploadPath, method: 'OPTIONS' })).toMatchObject({
    http: 204,
    headers: { 'upload-limit': expect.stringContaining(`max-append-size=${uploadParts.appendBytes}`) },
  })
  const path = await create(nginx, { length: uploadParts.appendBytes * 2 })
  const exact = endlessBody(aminata, uploadParts.appendBytes)
  expect(await append(nginx, path, 0, exact)).toMatchObject({ http: 204, offset: exact.length })
  const line = await startPart(nginx, path, exact.length, Buffer.alloc(exact.length + 1), 0)
  await line.until(/^HTTP\/1\.1 413 [\s\S]*"status":0/)
  line.hangUp()
  expect(await state(nginx, path)).toMatchObject({ offset: exact.length })
  await giveUp(nginx, path)
})

test('a process that dies while it receives loses nothing that is stored: the other one goes on', async () => {
  const { pieceBytes } = uploadParts
  // nginx gives each of them the process with fewer connections.
  const paths = [await create(nginx, { length: text.length }), await create(nginx, { length: text.length })]
  const lines: Line[] = []
  for (const path of paths) lines.push(await startPart(nginx, path, 0, text, pieceBytes))
  await expect.poll(() => Promise.all(paths.map(at))).toEqual([pieceBytes, pieceBytes])
  for (const { process } of processes.splice(0, 1)) process.kill('SIGKILL')
  await Promise.race(lines.map(line => line.until(/^HTTP\/1\.1 502 /)))
  for (const path of paths) {
    // What nginx has sent over a kept connection to the dead process it does not send again: the
    // portal does.
    await expect.poll(() => state(nginx, path)).toMatchObject({ http: 204, offset: pieceBytes, complete: false })
    const sendRest = () => append(nginx, path, pieceBytes, text.subarray(pieceBytes), { isLast: true })
    await expect.poll(sendRest).toMatchObject({ complete: true, json: { status: 1 } })
  }
  for (const line of lines) line.hangUp()
})

test('no token is in its log', async () => {
  await expect.poll(() => nginx.log()).toContain('"path":"/2021/v1/uploads/:token"')
  expect(await nginx.log()).not.toMatch(/uploads\/[^:]/)
})

const json = { 'content-type': 'application/json' }

test('a photograph that nginx began to receive first does not replace one that was whole before it', async () => {
  const [older, newer] = [await bodyOf(2, 'carteid'), await bodyOf(3, 'carteid')]
  const line = await startBody(before.address, uploadPath, older, 9_000)
  // By another millisecond of nginx's clock.
  await pause(20)
  expect(await askPart(before, { path: uploadPath, headers: json, body: newer })).toMatchObject({ json: { status: 1 } })
  await line.write(older.subarray(9_000))
  // Whole once its words are there.
  await line.until(/"msg":/)
  line.hangUp()
  const where = `WHERE matricule = '${aminata.matricule}' AND type = 'carteid'`
  const [kept] = await queryCluster(cluster.url, `SELECT image FROM documents ${where}`)
  const [earlier] = await queryCluster(cluster.url, `SELECT image FROM document_versions ${where}`)
  const imageIn = (body: Buffer) => Buffer.from(JSON.parse(body.toString()).image, 'base64')
  expect([kept, earlier]).toEqual([{ image: imageIn(newer) }, { image: imageIn(older) }])
})
