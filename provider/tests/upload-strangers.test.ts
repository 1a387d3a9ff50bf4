import { beforeAll, expect, test } from 'vitest'
import { counts } from '../src/limits/rates.ts'
import { oneCampus } from './setup/campus.ts'
import { append, create } from './setup/parts.ts'
import { photograph } from './setup/photographs.ts'
import { enrolAndConfirm, from, type PostOptions, readCode, students, uploadBody } from './setup/visitor.ts'

/** Strangers who know a matricule send photographs for it, as often as they may. */

const { aminata, moussa } = students
const { server, visitor } = await oneCampus()
const [{ most } = { most: 0 }] = counts.upload

const home = from('198.51.100.40')
const campus = from('198.51.100.41')
const strangers = [campus, from('198.51.100.42'), from('2001:db8:42::1')]

const small = (seed: number) => photograph(seed, 8, 8, 'png')
const send = async (seed: number, where: PostOptions) => visitor.send(aminata, 'attest', await small(seed), where)

async function sendInParts(seed: number, { headers = {} }: PostOptions) {
  const text = uploadBody(aminata, 'attest', await small(seed))
  const path = await create(server, { length: text.length, headers })
  return append(server, path, 0, text, { isLast: true, headers })
}

let browser: PostOptions
beforeAll(async () => {
  const saved = await visitor.save(aminata, '76000001', {}, home)
  const [cookie = ''] = saved.headers.getSetCookie()[0]?.split(';') ?? []
  browser = { headers: { ...campus.headers, cookie } }
  await visitor.give(aminata, await readCode(server, '76000001'), home)
  for (const [at, stranger] of strangers.entries()) {
    await Promise.all(Array.from({ length: most }, (_, nth) => send(at * 1000 + nth, stranger)))
    expect((await send(at * 1000 + most, stranger)).http).toBe(429)
  }
}, 60_000)

test.each([
  ['the browser that saved, at the address of a stranger', () => browser],
  ['the address of the save', () => home],
  ['any other network', () => from('41.73.1.1')],
])('they keep no photograph of the student away: %s', async (_, where) => {
  expect(await send(5000, where())).toMatchObject({ http: 200, status: 1 })
  expect(await sendInParts(5001, where())).toMatchObject({ http: 200, json: { status: 1 } })
})

test('in parts they get no further, and another student of their campus is not held up', async () => {
  for (const stranger of strangers) expect(await sendInParts(6000, stranger)).toMatchObject({ http: 429 })
  await enrolAndConfirm(server, visitor, moussa, '76000002', campus)
  expect((await visitor.send(moussa, 'attest', await small(6001), campus)).status).toBe(1)
})
