import { generateKeyPairSync, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import { judgeReceipt } from '../../../../src/features/receipt/authenticity.ts'
import { readReceiptKeys } from '../../../../src/features/receipt/keys.ts'
import { type ReceiptFacts, readFacts, toBase64Url, writeReceipt } from '../../../../src/spec/signed-receipt.ts'
import { random } from '../../../random.ts'

function makeKey(kid: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const signed = (facts: ReceiptFacts, named = kid): Uint8Array => {
    const bytes = writeReceipt(named, facts)
    const signature = sign('sha256', bytes, { key: privateKey, dsaEncoding: 'ieee-p1363' })
    return Uint8Array.of(...bytes, ...signature)
  }
  return { key: { kid, x, y }, signed, text: (facts: ReceiptFacts) => toBase64Url(signed(facts)) }
}

const [current, next, stranger] = [makeKey('aB-_'), makeKey('0000'), makeKey('aB-_')]
const keys = [current.key, next.key]
/** As long that base64url leaves four bits of its last letter unused. */
const facts: ReceiptFacts = { matricule: 'BKO2026T001', name: 'DIARRA Aminata Ɲénéb', state: 1, day: 20_786 }

test('a receipt of either key is authentic, and says what was signed', async () => {
  for (const { text } of [current, next])
    expect(await judgeReceipt(text(facts), keys)).toEqual({ kind: 'authentic', facts })
  for (const state of [0, 1, 2] as const)
    for (const day of [0, 255, 256, 65_535])
      expect(readFacts(writeReceipt('aB-_', { ...facts, state, day }))).toEqual({ ...facts, state, day })
})

test('a receipt is not believed without its key, and it is said why', async () => {
  expect(await judgeReceipt(current.text(facts), [])).toEqual({ kind: 'unchecked' })
  expect(await judgeReceipt(current.text(facts), [next.key])).toEqual({ kind: 'unknownKey' })
  expect(await judgeReceipt(stranger.text(facts), keys)).toEqual({ kind: 'altered' })
  for (const text of ['', 'a', 'main', 'é', 'AAAA'.repeat(40), `${current.text(facts)}=`, ` ${current.text(facts)}`])
    expect(await judgeReceipt(text, keys), text).toEqual({ kind: 'noReceipt' })
})

test('a state that only a newer portal knows is not told by its number', async () => {
  const newer = { ...facts, state: 7 } as unknown as ReceiptFacts
  expect(await judgeReceipt(current.text(newer), keys)).toEqual({ kind: 'noReceipt' })
})

test('two keys of one id are both tried', async () => {
  expect(await judgeReceipt(stranger.text(facts), [...keys, stranger.key])).toMatchObject({ kind: 'authentic' })
})

/** One way to alter a receipt that the provider has signed. */
const alterations: Record<string, (whole: Uint8Array, dice: () => number) => Uint8Array | string> = {
  'a byte': (whole, dice) => {
    const at = Math.floor(dice() * whole.length)
    const by = 1 + Math.floor(dice() * 255)
    return whole.map((byte, index) => (index === at ? byte ^ by : byte))
  },
  'a letter of its text': (whole, dice) => {
    const text = toBase64Url(whole)
    const at = Math.floor(dice() * text.length)
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'.replace(text[at] ?? '', '')
    return text.slice(0, at) + letters[Math.floor(dice() * letters.length)] + text.slice(at + 1)
  },
  'its end cut off': (whole, dice) => whole.slice(0, Math.floor(dice() * whole.length)),
  'its beginning cut off': (whole, dice) => whole.slice(1 + Math.floor(dice() * (whole.length - 1))),
  'bytes put in': (whole, dice) => {
    const at = Math.floor(dice() * (whole.length + 1))
    return Uint8Array.of(...whole.slice(0, at), Math.floor(dice() * 256), ...whole.slice(at))
  },
  'a field written anew over the old signature': (whole, dice) => {
    const pick = <T>(...all: T[]): T => all[Math.floor(dice() * all.length)] as T
    const change = pick<Partial<ReceiptFacts>>(
      { matricule: `BKO2026T${100 + Math.floor(dice() * 900)}` },
      { name: `DIARRA ${Math.floor(dice() * 1e6)}` },
      { state: pick(0, 2) },
      { day: Math.floor(dice() * 20_000) },
      // The same bytes, cut elsewhere.
      { matricule: 'BKO2026T001D', name: facts.name.slice(1) },
    )
    return Uint8Array.of(...writeReceipt(current.key.kid, { ...facts, ...change }), ...whole.slice(-64))
  },
  'another key': (_, dice) => stranger.signed({ ...facts, day: Math.floor(dice() * 65_536) }),
  "the other key's id": (_, dice) => current.signed({ ...facts, day: Math.floor(dice() * 65_536) }, next.key.kid),
  'the signature of another receipt': (whole, dice) => {
    const other = current.signed({ ...facts, day: Math.floor(dice() * 20_000) })
    return Uint8Array.of(...whole.slice(0, -64), ...other.slice(-64))
  },
  'an empty signature': (whole, dice) => whole.fill(dice() < 0.5 ? 0 : 255, whole.length - 64),
}

test('of 10,000 altered receipts none is authentic', async () => {
  const dice = random(50)
  const ways = Object.entries(alterations)
  const verdicts = new Map<string, number>()
  for (let time = 0; time < 10_000; time += 1) {
    const [way, alter] = ways[time % ways.length] ?? []
    const altered = alter?.(current.signed(facts), dice) ?? ''
    const text = typeof altered === 'string' ? altered : toBase64Url(altered)
    const { kind } = await judgeReceipt(text, keys)
    if (kind === 'authentic') expect(text, `${way}, the ${time}th`).toBe('refused')
    verdicts.set(kind, (verdicts.get(kind) ?? 0) + 1)
  }
  expect([...verdicts.keys()].sort()).toEqual(['altered', 'noReceipt', 'unknownKey'])
}, 60_000)

test('the build takes a JWK set of public keys, and says what is wrong with any other', () => {
  const read = (keys: unknown) => readReceiptKeys({ VITE_RECEIPT_KEYS: JSON.stringify({ keys }) })
  const jwk = { kty: 'EC', crv: 'P-256', use: 'sig', alg: 'ES256', ...current.key }
  expect(readReceiptKeys({})).toEqual([])
  expect(readReceiptKeys({ VITE_RECEIPT_KEYS: ' ' })).toEqual([])
  expect(read([jwk, { ...jwk, ...next.key }])).toEqual(keys)
  for (const [wrong, told] of [
    [[], /no JWK set/],
    ['keys', /no JWK set/],
    [[{ ...jwk, d: 'secret' }], /private key/],
    [[{ ...jwk, kid: '2026-1' }], /"kid" of four signs/],
    [[{ ...jwk, crv: 'P-384' }], /P-256/],
    [[{ ...jwk, y: undefined }], /"x" and "y"/],
    [[null], /P-256/],
  ] as const)
    expect(() => read(wrong), String(told)).toThrow(told)
  expect(() => readReceiptKeys({ VITE_RECEIPT_KEYS: 'aB-_' })).toThrow(/no JWK set/)
})
