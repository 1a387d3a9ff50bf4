import { expect, test } from 'vitest'
import { hashToken } from '../../src/codes/tokens.ts'
import { uploadParts } from '../../src/limits/limits.ts'
import { type Child, serveChild } from '../setup/child.ts'
import { oneCountry } from '../setup/databases.ts'
import { append, ask, create, startPart, state } from '../setup/parts.ts'
import { base64Photograph } from '../setup/photographs.ts'
import { enrolAndConfirm, students, uploadBody, Visitor } from '../setup/visitor.ts'

/** Photographs in parts at several processes with one database. */

const { pieceBytes } = uploadParts
const { env, children, query } = await oneCountry(2)
const [one, other] = children as [Child, Child]
await enrolAndConfirm(one, new Visitor(one), students.aminata, '70000001')
const text = uploadBody(students.aminata, 'attest', await base64Photograph(1, 640, 480))

async function stored(path: string): Promise<unknown> {
  const [row] = await query(
    `SELECT received, (SELECT coalesce(sum(length(bytes)), 0)::int FROM upload_pieces p WHERE p.token = u.token) AS kept
     FROM uploads u WHERE token = '${hashToken(path.split('/').at(-1) ?? '')}'`,
  )
  expect(row?.kept).toBe(row?.received)
  return row?.received
}

/** A part that goes on and on; resolves once the first piece of it is stored. */
async function begin(child: Child, path: string, offset: number) {
  const line = await startPart(child, path, offset, text.subarray(offset), pieceBytes)
  await expect.poll(() => stored(path)).toBe(offset + pieceBytes)
  return line
}

test('each part may meet another process, and so may the question for the answer', async () => {
  const path = await create(one, { length: text.length })
  const half = text.length >> 1
  expect(await append(other, path, 0, text.subarray(0, half))).toMatchObject({ http: 204, offset: half })
  expect(await state(one, path)).toMatchObject({ offset: half, complete: false })
  expect(await append(one, path, half, text.subarray(half), { isLast: true })).toMatchObject({ json: { status: 1 } })
  expect(await ask(other, path, text.length)).toMatchObject({ complete: true, json: { status: 1 } })
})

test('an offset that one process has told stays true, though another still receives', async () => {
  const path = await create(one, { length: text.length })
  const line = await begin(one, path, 0)
  expect(await state(other, path)).toMatchObject({ offset: pieceBytes })
  await line.write(text.subarray(pieceBytes, pieceBytes * 3))
  await line.ended()
  expect(await stored(path)).toBe(pieceBytes)
  const second = await begin(one, path, pieceBytes)
  const offset = pieceBytes * 2
  expect(await append(other, path, offset, text.subarray(offset), { isLast: true })).toMatchObject({
    complete: true,
    json: { status: 1 },
  })
  await second.write(text.subarray(offset, offset + pieceBytes))
  await second.ended()
})

test('a process that is killed loses what came after the last piece, and no more', async () => {
  const path = await create(other, { length: text.length })
  const dying = await serveChild(env)
  const line = await begin(dying, path, 0)
  await line.write(text.subarray(pieceBytes, pieceBytes + 100))
  dying.process.kill('SIGKILL')
  await line.ended()
  expect(await state(other, path)).toMatchObject({ offset: pieceBytes, complete: false })
  const rest = text.subarray(pieceBytes)
  expect(await append(other, path, pieceBytes, rest, { isLast: true })).toMatchObject({ json: { status: 1 } })
})

test('both may be asked for the answer at once: the photograph is stored once, and both tell', async () => {
  const path = await create(one, { length: text.length, content: text })
  const replies = await Promise.all([one, other, one, other].map(child => ask(child, path, text.length)))
  for (const reply of replies) expect(reply).toMatchObject({ http: 200, complete: true, json: { status: 1 } })
  expect(await query('SELECT count(*)::int AS pieces FROM upload_pieces')).toEqual([{ pieces: 0 }])
})
