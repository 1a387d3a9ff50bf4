import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { hashToken } from '../src/codes/tokens.ts'
import { heldBodies } from '../src/limits/held-bodies.ts'
import { bodyBytes, uploadParts } from '../src/limits/limits.ts'
import { oneServer } from './setup/campus.ts'
import { eachDatabase } from './setup/databases.ts'
import { head, Line } from './setup/line.ts'
import {
  append,
  ask,
  askPart,
  create,
  giveUp,
  patchHeaders,
  startPart,
  state,
  tryCreate,
  uploadPath,
} from './setup/parts.ts'
import { base64Photograph } from './setup/photographs.ts'
import { photosIn } from './setup/stored.ts'
import { endlessBody, enrolAndConfirm, readCode, students, uploadBody } from './setup/visitor.ts'

/**
 * Photographs in parts, on real sockets: whatever breaks, what has arrived need not be sent again.
 */

const { ageMs, pieceBytes, appendBytes } = uploadParts
const partial = 'application/partial-upload'

describe.each(await eachDatabase())('photographs in parts, on %s', async (_, database) => {
  afterAll(() => expect(heldBodies.fullness).toBe(0))
  const { server, visitor } = await oneServer({ ...database, asksCodeForCorrections: true })
  const { aminata, moussa, seydou } = students
  await enrolAndConfirm(server, visitor, aminata, '70000001')
  await enrolAndConfirm(server, visitor, moussa, '70000002')

  const bodyOf = async (seed: number, type = 'attest', student = aminata) =>
    uploadBody(student, type, await base64Photograph(seed, 640, 480))
  const answered = { http: 200, complete: true }
  const whole = { ...answered, json: { status: 1 } }
  const more = (offset: number) => ({ http: 204, offset, complete: false })
  const pieces = async () =>
    (await server.database.query<{ count: number }>('SELECT count(*)::int AS count FROM upload_pieces'))[0]?.count

  /** As the database has it: asking would end what is still arriving. */
  const stored = async (path: string): Promise<number | undefined> => {
    const token = hashToken(path.split('/').at(-1) ?? '')
    const [row] = await server.database.query<{ received: number; kept: number }>(
      `SELECT received, (SELECT coalesce(sum(length(bytes)), 0)::int FROM upload_pieces WHERE token = $1) AS kept
       FROM uploads WHERE token = $1`,
      [token],
    )
    expect(row?.kept).toBe(row?.received)
    return row?.received
  }

  test('every answer announces it, also one that refuses, and a question for the methods', async () => {
    const announced = expect.stringMatching(/^max-size=\d+, max-append-size=\d+, max-age=604800$/)
    const asked = await askPart(server, { path: uploadPath, method: 'OPTIONS' })
    expect(asked).toMatchObject({ http: 204, headers: { allow: 'POST, OPTIONS', 'upload-limit': announced } })
    for (const path of ['/2021/v1/etudiant/enrolement/chrono', '/1920/v3/nothing', uploadPath])
      expect(await askPart(server, { path, body: '[' })).toMatchObject({ headers: { 'upload-limit': announced } })
  })

  test('a photograph in parts gets the answer of one that came whole, and is stored alike', async () => {
    const text = await bodyOf(1)
    const plain = await visitor.call('files/upload', text.toString())
    const gzipped = gzipSync(await bodyOf(1, 'attest', moussa))
    const path = await create(server, { length: gzipped.length, gzip: true })
    expect(path).toMatch(/^\/2021\/v1\/uploads\/[\w-]{43}$/)
    const [first, second, third] = [100, pieceBytes * 3, gzipped.length]
    expect(await append(server, path, 0, gzipped.subarray(0, first))).toMatchObject(more(first))
    expect(await append(server, path, first, gzipped.subarray(first, second))).toMatchObject(more(second))
    expect(await state(server, path)).toMatchObject({
      ...more(second),
      length: gzipped.length,
      headers: {
        'cache-control': 'no-store, no-transform',
        'upload-limit': expect.stringMatching(/max-age=6047\d\d|max-age=604800/),
      },
    })
    const last = await append(server, path, second, gzipped.subarray(second, third), { isLast: true })
    expect(last).toMatchObject({ http: plain.http, complete: true, json: plain.json })
    const [one, other] = await photosIn(server.database)
    expect(one?.bytes.equals(other?.bytes ?? Buffer.alloc(0))).toBe(true)
  })

  test('the first part may come with the creation, and the last one without content', async () => {
    const text = await bodyOf(2, 'simcard')
    const path = await create(server, { length: text.length, content: text.subarray(0, 5000) })
    expect(await append(server, path, 5000, text.subarray(5000))).toMatchObject({ http: 204, offset: text.length })
    expect(await state(server, path)).toMatchObject({ offset: text.length, complete: false })
    expect(await ask(server, path, text.length)).toMatchObject(whole)
  })

  test('a length that nobody has told is that of the last part', async () => {
    const text = await bodyOf(3, 'carteid')
    const path = await create(server, {})
    await append(server, path, 0, text.subarray(0, 7000))
    expect((await state(server, path)).length).toBeUndefined()
    expect(await append(server, path, 7000, text.subarray(7000), { isLast: true })).toMatchObject(whole)
  })

  test('of a part that is cut, all that came is kept', async () => {
    const text = await bodyOf(4)
    const path = await create(server, { length: text.length })
    let offset = 0
    for (const came of [1, 999, pieceBytes + 1, pieceBytes * 2 + 77]) {
      const line = await startPart(server, path, offset, text.subarray(offset), came)
      line.hangUp()
      offset += came
      await expect.poll(async () => stored(path)).toBe(offset)
      expect(await state(server, path)).toMatchObject({ offset, complete: false })
    }
    expect(await append(server, path, offset, text.subarray(offset), { isLast: true })).toMatchObject(answered)
  })

  test('pieces are kept while the part still comes, and whoever asks ends it', async () => {
    const text = await bodyOf(5)
    const path = await create(server, { length: text.length })
    const line = await startPart(server, path, 0, text, pieceBytes + 10)
    await expect.poll(() => stored(path)).toBe(pieceBytes + 10)
    await line.write(text.subarray(pieceBytes + 10, pieceBytes + 30))
    await expect.poll(() => heldBodies.fullness).toBeGreaterThan(0)
    const { offset = 0 } = await state(server, path)
    await line.ended()
    expect(line.received).toBe('')
    // Twenty more bytes are there if the server had read them.
    expect([pieceBytes + 10, pieceBytes + 30]).toContain(offset)
    expect(await append(server, path, offset, text.subarray(offset), { isLast: true })).toMatchObject(answered)
  })

  test('a newer part ends the earlier one, and so does giving up', async () => {
    const path = await create(server, { length: 60_000 })
    const lines: Line[] = []
    for (let nth = 0; nth < 3; nth += 1) {
      const at = nth * pieceBytes
      lines.push(await startPart(server, path, at, endlessBody(aminata, 60_000).subarray(at), pieceBytes, false))
      await expect.poll(() => stored(path)).toBe((nth + 1) * pieceBytes)
      if (nth > 0) await lines[nth - 1]?.ended()
    }
    expect(await giveUp(server, path)).toMatchObject({ http: 204, text: '' })
    await lines[2]?.ended()
    expect(await stored(path)).toBeUndefined()
    for (const method of ['HEAD', 'DELETE']) expect((await askPart(server, { path, method })).http).toBe(404)
    expect(await ask(server, path, 0)).toMatchObject({ http: 404 })
  })

  test('ten at once: what is stored is one of them, whole', async () => {
    const path = await create(server, { length: 90_000 })
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, nth) =>
        append(server, path, 0, endlessBody(aminata, 50_000, String(nth))).catch(() => undefined),
      ),
    )
    expect(replies.filter(reply => reply?.http === 204)).toHaveLength(1)
    expect(await stored(path)).toBe(50_000)
    expect(await state(server, path)).toMatchObject({ offset: 50_000 })
  })

  test('a wrong offset is refused with the right one, and changes nothing', async () => {
    const path = await create(server, { length: 1000, content: Buffer.alloc(400) })
    for (const offset of [0, 399, 401, 1000]) {
      const reply = await append(server, path, offset, Buffer.alloc(10))
      expect(reply).toMatchObject({ http: 409, offset: 400, complete: false })
      expect(reply.headers['content-type']).toBe('application/problem+json')
      expect(reply.json).toMatchObject({
        type: 'https://iana.org/assignments/http-problem-types#mismatching-upload-offset',
        'expected-offset': 400,
        'provided-offset': offset,
      })
    }
    expect(await stored(path)).toBe(400)
  })

  test('lengths that contradict each other are refused; more than was told gives the upload up', async () => {
    const type = 'https://iana.org/assignments/http-problem-types#inconsistent-upload-length'
    const path = await create(server, { length: 1000, content: Buffer.alloc(400) })
    const inconsistent = { http: 400, complete: false, json: { type } }
    expect(await append(server, path, 400, Buffer.alloc(10), { isLast: true })).toMatchObject(inconsistent)
    expect(await append(server, path, 400, Buffer.alloc(10), { headers: { 'upload-length': 999 } })).toMatchObject(
      inconsistent,
    )
    expect(await ask(server, path, 400)).toMatchObject(inconsistent)
    expect(await stored(path)).toBe(400)
    expect(await append(server, path, 400, Buffer.alloc(601))).toMatchObject(inconsistent)
    expect((await state(server, path)).http).toBe(404)
    expect(await tryCreate(server, { length: 10, content: Buffer.alloc(11) })).toMatchObject(inconsistent)
  })

  test('more than was told is refused also where its size comes last', async () => {
    const path = await create(server, { length: 20_000 })
    const line = await Line.open(server.address)
    await line.write(head(path, { ...patchHeaders(0, false), 'Transfer-Encoding': 'chunked' }, 'PATCH'))
    for (let nth = 0; nth < 3; nth += 1) await line.write(`2000\r\n${'x'.repeat(0x2000)}\r\n`)
    await line.write('0\r\n\r\n')
    await line.until(/HTTP\/1.1 400/)
    expect(await stored(path)).toBeUndefined()
    line.hangUp()
  })

  test('what is too large is refused before it is sent', async () => {
    const tooLarge = { status: 0, msg: 'Fichier selectionné trop volumineux. Au plus 5Mo' }
    const limit = expect.stringContaining(`max-size=${bodyBytes.upload}`)
    expect(await tryCreate(server, { length: bodyBytes.upload + 1 })).toMatchObject({
      http: 413,
      json: tooLarge,
      headers: { 'upload-limit': limit },
    })
    const path = await create(server, { length: bodyBytes.upload })
    expect(await append(server, path, 0, Buffer.alloc(appendBytes + 1))).toMatchObject({
      http: 413,
      offset: 0,
      complete: false,
    })
    expect(await append(server, path, 0, endlessBody(aminata, appendBytes))).toMatchObject({
      http: 204,
      offset: appendBytes,
    })
    await giveUp(server, path)
  })

  test('fields that are missing or of another form are refused', async () => {
    const path = await create(server, { length: 1000 })
    const patch = (headers: Record<string, string>) => askPart(server, { path, method: 'PATCH', headers, body: 'abc' })
    const right = patchHeaders(0, false)
    for (const [headers, http] of [
      [{ ...right, 'Content-Type': 'application/json' }, 415],
      [{ 'Content-Type': partial, 'upload-complete': '?0' }, 400],
      [{ 'Content-Type': partial, 'upload-offset': '0' }, 400],
      [{ ...right, 'upload-complete': '0' }, 400],
      [{ ...right, 'upload-offset': '-1' }, 400],
      [{ ...right, cookie: 'XSRF-TOKEN=one' }, 403],
    ] as const)
      expect((await patch(headers)).http, JSON.stringify(headers)).toBe(http)
    expect((await askPart(server, { path, body: 'abc' })).http).toBe(405)
    const asked = await askPart(server, { path, method: 'OPTIONS' })
    expect(asked).toMatchObject({ http: 204, headers: { 'accept-patch': partial } })
    expect(await stored(path)).toBe(0)
    for (const [headers, http] of [
      [{ 'content-type': 'text/plain' }, 415],
      [{ 'content-encoding': 'br' }, 415],
      [{ cookie: 'XSRF-TOKEN=one' }, 403],
    ] as const)
      expect((await tryCreate(server, { length: 10, headers })).http).toBe(http)
  })

  test('only photographs come in parts: for another call the field means nothing', async () => {
    const path = '/2021/v1/etudiant/enrolement/chrono'
    const headers = { 'content-type': 'application/json', 'upload-complete': '?0', 'upload-length': '2' }
    expect(await askPart(server, { path, body: '{}', headers })).toMatchObject({ http: 200 })
    const text = await bodyOf(1)
    const whole = { 'content-type': 'application/json', 'upload-complete': '?1', 'upload-length': text.length }
    const answer = await askPart(server, { path: uploadPath, body: text, headers: whole })
    expect(answer).toMatchObject({ http: 200, json: { status: 1 } })
  })

  test('an upload belongs to its base, and a token that is not one is not looked for', async () => {
    const path = await create(server, { length: 1000 })
    expect((await state(server, path.replace('/2021/v1/', '/1920/v3/'))).http).toBe(404)
    expect(await state(server, path)).toMatchObject({ http: 204 })
    for (const token of ['', 'x', "'--", 'a'.repeat(43), `${path.split('/').at(-1)}/`])
      expect(await state(server, `/2021/v1/uploads/${token}`)).toMatchObject({ http: 404, text: '' })
  })

  test('a part that is refused is not waited for, and its connection is closed', async () => {
    const path = await create(server, { length: 5000 })
    const begins = { ...patchHeaders(0, true), 'Content-Length': 5000 }
    const { 'upload-offset': _, ...noOffset } = begins
    for (const [where, headers, status] of [
      ['/2021/v1/uploads/none', begins, 404],
      [path, { ...begins, 'upload-offset': '9' }, 409],
      [path, noOffset, 400],
      [path, { ...begins, 'Content-Type': 'text/plain' }, 415],
      [path, { ...begins, 'Content-Length': 6000 }, 400],
    ] as const) {
      const line = await Line.open(server.address)
      await line.write(head(where, headers, 'PATCH'))
      await line.until(new RegExp(`^HTTP/1\\.1 ${status} `))
      await line.ended()
    }
    await giveUp(server, path)
  })

  test('an answer that was lost is given again, and the photograph is gone by then', async () => {
    const before = await pieces()
    const text = await bodyOf(1)
    const path = await create(server, { length: text.length, content: text })
    const first = await ask(server, path, text.length)
    expect(first).toMatchObject(whole)
    expect(await pieces()).toBe(before)
    expect(await state(server, path)).toMatchObject({ http: 204, offset: text.length, complete: true })
    expect(await ask(server, path, text.length)).toMatchObject({ http: 200, complete: true, text: first.text })
    expect(await append(server, path, text.length, Buffer.from('x'))).toMatchObject({ http: 400, complete: false })
    expect(await append(server, path, 0, text)).toMatchObject({ http: 409, offset: text.length, complete: false })
    const [row] = await server.database.query<Record<string, unknown>>(
      "SELECT * FROM uploads WHERE http = 200 AND answer LIKE '%enregistré%' LIMIT 1",
    )
    expect(JSON.stringify(row)).not.toMatch(/BKO2026|127\.0/)
  })

  test('a refusal is final as well, word for word that of the call', async () => {
    for (const body of [
      'no json',
      '[]',
      JSON.stringify({ matricule: aminata.matricule, type: 'attest', image: 'AAAA' }),
      JSON.stringify({ matricule: seydou.matricule, type: 'attest', image: 'AAAA' }),
    ]) {
      const text = Buffer.from(body)
      const plain = await visitor.call('files/upload', body)
      const path = await create(server, { length: text.length })
      const inParts = await append(server, path, 0, text, { isLast: true })
      expect(inParts).toMatchObject({ http: plain.http, complete: true, json: plain.json })
      expect(await ask(server, path, text.length)).toMatchObject({ http: plain.http, complete: true, json: plain.json })
    }
  })

  test('beyond its beginning an upload grows only for a student whom the call would take the whole for', async () => {
    const ends = async (text: Buffer, gzip = false) => {
      const whole = await visitor.post(uploadPath, String(text))
      const sent = gzip ? gzipSync(text) : text
      const [second, length] = [pieceBytes / 2, sent.length + 1]
      const path = await create(server, { length, gzip })
      await append(server, path, 0, sent.subarray(0, second))
      const refused = { http: whole.http, complete: true, json: whole.json }
      expect(await append(server, path, second, sent.subarray(second))).toMatchObject(refused)
      expect((await state(server, path)).http).toBe(404)
      expect(await tryCreate(server, { length, gzip, content: sent })).toMatchObject(refused)
    }
    const stranger = uploadBody(seydou, 'attest', await base64Photograph(1))
    await ends(stranger)
    await ends(stranger, true)
    await ends(Buffer.from(`{"image":"${'A'.repeat(pieceBytes)}"}`))
    const before = await pieces()
    const nothing = Buffer.alloc(appendBytes)
    expect((await tryCreate(server, { length: appendBytes + 1, content: nothing })).http).toBe(400)
    const unfolds = await create(server, { gzip: true })
    expect((await append(server, unfolds, 0, gzipSync(Buffer.alloc(30 * appendBytes)))).http).toBe(400)
    expect(await pieces()).toBe(before)
  })

  test('too much to do keeps the photograph: it is asked for again without being sent again', async () => {
    const { together } = bodyBytes
    const text = await bodyOf(1)
    const path = await create(server, { length: text.length, content: text })
    bodyBytes.together = 1000
    try {
      expect(await ask(server, path, text.length)).toMatchObject({
        http: 503,
        complete: false,
        offset: text.length,
        headers: { 'retry-after': '10' },
      })
    } finally {
      bodyBytes.together = together
    }
    expect(await state(server, path)).toMatchObject({ offset: text.length, complete: false })
    expect(await ask(server, path, text.length)).toMatchObject(whole)
  })

  test('a photograph that needs a code is kept until the code is given', async () => {
    const body = { matricule: aminata.matricule, image: await base64Photograph(77) }
    const text = Buffer.from(JSON.stringify(body))
    const path = await create(server, { length: text.length, content: text }, '/2021/v1/etudiant/files/update/attest')
    const stranger = await ask(server, path, text.length)
    expect(stranger).toMatchObject({ http: 200, complete: true, json: { status: 0, codeRequis: true } })
    const [cookie = ''] = String(stranger.headers['set-cookie']).split(';')
    expect(cookie).toMatch(/^CORRECTION=/)
    expect(await state(server, path)).toMatchObject({ offset: text.length, complete: true })
    const given = await visitor.give(aminata, await readCode(server, '70000001'), { headers: { cookie } })
    const [right = ''] = String(given.headers.get('set-cookie')).split(';')
    expect(await ask(server, path, text.length, { cookie: right })).toMatchObject(whole)
    expect(await ask(server, path, text.length)).toMatchObject(whole)
  })

  test('a restart loses nothing, and the age counts from the last byte', async () => {
    const text = await bodyOf(1)
    const path = await create(server, { length: text.length, content: text.subarray(0, 3000) })
    await server.restart()
    server.advance(ageMs - 60_000)
    expect(await state(server, path)).toMatchObject({
      offset: 3000,
      headers: { 'upload-limit': expect.stringMatching(/max-age=\d\d$/) },
    })
    await append(server, path, 3000, text.subarray(3000, 4000))
    server.advance(ageMs - 60_000)
    expect(await state(server, path)).toMatchObject({ offset: 4000 })
    server.advance(120_000)
    expect((await state(server, path)).http).toBe(404)
    expect(await ask(server, path, 4000)).toMatchObject({ http: 404 })
    await server.restart()
    expect(await pieces()).toBe(0)
  })

  test('no token is in the log or in the metrics', async () => {
    const path = await create(server, { length: 10 })
    await state(server, path)
    const token = path.split('/').at(-1) ?? ''
    const metrics = await (await fetch(`${server.address}/metrics`)).text()
    expect(metrics).toContain('template="/2021/v1/uploads/:token"')
    expect(server.log.join('\n')).toContain('"template":"/2021/v1/uploads/:token"')
    expect(metrics + server.log.join('\n')).not.toContain(token)
  })
})
