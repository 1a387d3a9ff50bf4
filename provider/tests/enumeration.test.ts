import { describe, expect, test, vi } from 'vitest'
import { allowances } from '../src/limits/rates.ts'
import { oneCampus } from './setup/campus.ts'
import { base64Photograph } from './setup/photographs.ts'
import { enrolAndConfirm, from, received, students } from './setup/visitor.ts'

// Thousands of calls in one test: a machine that does other work as well takes minutes.
vi.setConfig({ testTimeout: 180_000 })

const minute = 60_000
const { server, visitor } = await oneCampus()

const unknown = (index: number) => `PERSONNE${String(index).padStart(4, '0')}`

async function inTurns<Item, Result>(items: readonly Item[], work: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  for (let at = 0; at < items.length; at += 50) results.push(...(await Promise.all(items.slice(at, at + 50).map(work))))
  return results
}

describe('who walks through matricules with calls that only a confirmed student makes', () => {
  const attacker = from('198.51.100.30')
  const { seydou, mariam } = students

  test.each([
    ['files/upload', { type: 'attest', image: '!' }],
    ['files/update/attest', { image: '!' }],
    ['enrolement/globalevalid', {}],
  ])('%s is told no more after three hundred, not even of one that exists', async (path, rest) => {
    server.advance(16 * minute)
    const ask = (matricule: string) => visitor.call(path, { matricule, ...rest }, attacker)
    const misses = Array.from({ length: 300 }, (_, index) => unknown(index))
    for (const { http, status } of await inTurns(misses, ask)) expect([http, status]).toEqual([200, 0])
    const known = await ask('KAY2020T002')
    const nobody = await ask(unknown(301))
    expect([known.http, known.json]).toEqual([429, nobody.json])
    expect(Number(known.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('stops neither a student confirmed at the same address nor anybody elsewhere', async () => {
    const image = await base64Photograph(1)
    await enrolAndConfirm(server, visitor, seydou, '76000004')
    const send = (where: object) => visitor.send(seydou, 'attest', image, where)
    // Once seen there, it is known there, whatever its neighbours do afterwards.
    server.advance(16 * minute)
    expect((await send(attacker)).status).toBe(1)
    const misses = Array.from({ length: 300 }, (_, index) => unknown(index))
    await inTurns(misses, matricule => visitor.finish({ matricule }, attacker))
    expect((await send(attacker)).status).toBe(1)
    expect((await send(from('198.51.100.31'))).status).toBe(1)
  })

  test('counts for an upload before the code, which is never stored', async () => {
    const early = await visitor.send(mariam, 'attest', await base64Photograph(2), from('198.51.100.32'))
    expect(early.json).toEqual({ status: 0, msg: 'Confirmez d’abord votre numéro de téléphone.' })
    expect((await visitor.flags(mariam)).status).toBe(-1)
  })
})

test('a student who looks at the same file all day is no walker', async () => {
  const one = from('198.51.100.50')
  const look = () => visitor.look(received, one)
  const replies = await inTurns(
    Array.from({ length: allowances.files.base + 100 }, (_, index) => index),
    look,
  )
  expect(new Set(replies.map(({ http }) => http))).toEqual(new Set([200]))
})

describe('a receipt link', () => {
  test('is 256 bits of chance, another one each time', async () => {
    const tokens: string[] = []
    for (let time = 0; time < 20; time += 1)
      tokens.push(
        String((await visitor.receipt(received, received.otp)).json.msg)
          .split('/')
          .at(-1) ?? '',
      )
    expect(new Set(tokens).size).toBe(20)
    for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  })

  test('that is none is the same answer whatever its form', async () => {
    const long = ['A'.repeat(43), 'A'.repeat(5000)]
    const tokens = ['a', ...long, '%00', '..%2f..%2fsecret', '%F0%9F%98%80', "'%20OR%201=1--", '_']
    const answers = await Promise.all(
      tokens.map(async token => {
        const response = await fetch(`${server.address}/recepisses/f/${token}`)
        return `${response.status} ${await response.text()}`
      }),
    )
    expect(new Set(answers).size).toBe(1)
    expect(answers[0]).toMatch(/^404 .*Ce lien n’existe pas ou a expiré/s)
  })
})
