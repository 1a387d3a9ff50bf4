import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { enclose } from '../../../src/transfer/envelope.ts'
import type { Parcel, ParcelItem } from '../../../src/transfer/parcel.ts'
import { joined } from '../../../src/transfer/pieces.ts'
import { openAnswers, openParcel, peek, peekAnswers, sealAnswers, sealParcel } from '../../../src/transfer/seal.ts'
import { bytesOfWhole } from '../../../src/transfer/whole.ts'
import { quickCodes } from '../setup/quick-codes.ts'
import { answers, code, image, lookedUp } from './setup.ts'

quickCodes()

const hex = async (body: string) => {
  const sum = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(body))
  return Buffer.from(sum).toString('hex')
}

async function waiting(
  slot: 'attest' | 'carteid',
  body: string,
  change: Partial<ParcelItem> = {},
): Promise<ParcelItem> {
  const [digest, bytes] = [await hex(body), Buffer.byteLength(body)]
  const item = { id: `id-${slot}`, slot, endpoint: 'uploadDocument', state: 'waiting' as const, createdAt: 5 }
  return { ...item, digest, bytes, body, ...change }
}

const accepted: ParcelItem = {
  id: 'id-save',
  slot: 'save',
  endpoint: 'enrol',
  digest: 'd',
  bytes: 7,
  state: 'accepted',
  createdAt: 3,
  settledAt: 4,
  reply: { status: 1, msg: 'Reçu' },
}

const bodyOf = (type: string, picture: string) => JSON.stringify({ matricule: 'ML1', type, image: picture })

const parcelOf = (change: Partial<Parcel> = {}): Parcel => ({
  id: 'parcel-1',
  madeAt: 1_760_000_000_000,
  lineage: 'e7d1c1a2-6b1b-4c1e-9a53-0c6f3a6f1b11',
  dossier: { kind: 'enrolment', createdAt: 1_759_000_000_000, savedAt: 1_759_500_000_000, answers, lookedUp },
  items: [],
  files: [],
  ...change,
})

const words = fc.string({ unit: 'grapheme', maxLength: 40 })
const anyBytes = fc.uint8Array({ maxLength: 300 })
/** No control has the name of what every object has. */
const name = fc.stringMatching(/^[a-zA-Z]{1,12}$/).filter(one => !(one in {}) && one !== 'prototype')
const anyParcel = fc.record({
  id: fc.uuid(),
  madeAt: fc.nat(),
  lineage: fc.uuid(),
  dossier: fc.record(
    {
      kind: fc.constantFrom('enrolment' as const, 'correction' as const),
      createdAt: fc.nat(),
      savedAt: fc.nat(),
      answers: fc.dictionary(name, words),
      lookedUp: words,
      closed: fc.boolean(),
    },
    { requiredKeys: ['kind', 'createdAt', 'savedAt', 'answers'] },
  ),
})

describe('a parcel comes out of its file as it went in', () => {
  test('whatever it holds', async () => {
    const property = fc.asyncProperty(anyParcel, anyBytes, anyBytes, words, async (about, picture, file, name) => {
      const body = bodyOf('attest', Buffer.from([...picture, 1]).toString('base64'))
      const items = [await waiting('attest', body, { fingerprint: 'f', left: true, gzippedBytes: 3 }), accepted]
      const bytes = new Uint8Array(file).buffer
      const ready = { fingerprint: 'f', wire: { gzipped: 3, plain: 4 } }
      const files = [{ document: 'carteid' as const, bytes, name, type: 'image/jpeg', at: 9, pick: 'p', ready }]
      const parcel: Parcel = { ...about, items, files }
      expect(await openParcel(await sealParcel(parcel, code), code)).toEqual(parcel)
    })
    await fc.assert(property, { numRuns: 60 })
  })

  test.each([
    ['is no base64', 'plain, not base64'],
    ['is base64 that another encoder made', 'QUJD='],
    ['has bits to spare', 'QUJDRB=='],
  ])('to the letter where an image %s', async (_, picture) => {
    const parcel = parcelOf({ items: [await waiting('attest', bodyOf('attest', picture))] })
    expect(await openParcel(await sealParcel(parcel, code), code)).toEqual(parcel)
  })

  test('a picture travels as bytes', async () => {
    const picture = image('x'.repeat(30_000))
    const parcel = parcelOf({ items: [await waiting('attest', bodyOf('attest', picture))] })
    expect((await sealParcel(parcel, code)).byteLength).toBeLessThan(picture.length * 0.8)
  })

  test('and an accent of the code may be typed in two ways', async () => {
    const file = await sealParcel(parcelOf(), 'karité 1')
    expect(await openParcel(file, 'karité 1')).toEqual(parcelOf())
  })
})

describe('what is wrong with a file', () => {
  const small = async () =>
    sealParcel(parcelOf({ dossier: { ...parcelOf().dossier, answers: { nom: 'Keïta' } } }), code)

  test('is never an exception, wherever it is cut', async () => {
    const file = await small()
    for (let length = 0; length < file.byteLength; length++) {
      const fault = length === 0 ? 'foreign' : 'cut'
      expect(await peek(file.slice(0, length))).toBe(fault)
      expect(await openParcel(file.slice(0, length), code)).toEqual({ fault })
    }
  })

  test('is told for each single bit that has turned over', async () => {
    const file = await small()
    for (let bit = 0; bit < file.byteLength * 8; bit++) {
      const bad = file.slice()
      bad[bit >> 3] = (bad[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      const opened = await openParcel(bad, code)
      expect(opened).toEqual({ fault: expect.stringMatching(/^(foreign|newer|older|cut|unreadable)$/) })
    }
  })

  test('is told from a wrong code', async () => {
    const file = await small()
    expect(await peek(file)).toBeUndefined()
    expect(await openParcel(file, 'another')).toEqual({ fault: 'wrongCode' })
    expect(await openParcel(file, '')).toEqual({ fault: 'wrongCode' })
  })

  test('is nothing where a messenger has put something behind it', async () => {
    const file = new Uint8Array([...(await small()), 13, 10])
    expect(await openParcel(file, code)).toHaveProperty('lineage')
  })

  test('is another version, or no dossier at all', async () => {
    const file = await small()
    const version = (value: number) => Uint8Array.from(file, (byte, at) => (at === 7 ? value : byte))
    expect(await peek(version(2))).toBe('newer')
    expect(await peek(version(0))).toBe('older')
    expect(await peek(new Uint8Array([255, 216, 255, 224, 0, 16]))).toBe('foreign')
    expect(await peek(new TextEncoder().encode('%PDF-1.7'))).toBe('foreign')
    expect(await peek(new TextEncoder().encode('dossier'))).toBe('foreign')
  })

  test('is its size, before anything is read or counted', async () => {
    const file = await small()
    const withNumber = (at: number, value: number) => {
      const bad = file.slice()
      new DataView(bad.buffer).setUint32(at, value)
      return bad
    }
    expect(await peek(withNumber(29, 0xffff_ffff))).toBe('unreadable')
    // A sum that fits makes no count of rounds a good one.
    const rounds = withNumber(9, 0xffff_ffff)
    const sum = new Uint8Array(await crypto.subtle.digest('SHA-256', rounds.subarray(0, -4)))
    rounds.set(sum.subarray(0, 4), rounds.byteLength - 4)
    expect(await peek(rounds)).toBe('unreadable')
  })
})

describe('who knows the code can’t make this device keep what is no dossier', () => {
  const whole = async (change: object) => {
    const { items, files, ...rest } = parcelOf()
    return enclose('whole', joined({ ...rest, items, files, ...change }, []), code)
  }
  const one = { ...accepted, body: undefined }
  const cases: [string, object][] = [
    ['answers that are no text', { dossier: { ...parcelOf().dossier, answers: { nom: 7 } } }],
    ['an answer without end', { dossier: { ...parcelOf().dossier, answers: { nom: 'x'.repeat(6_000) } } }],
    [
      'a thousand answers',
      { dossier: { ...parcelOf().dossier, answers: Object.fromEntries(Array(1_000).fill('x').entries()) } },
    ],
    ['another kind of dossier', { dossier: { ...parcelOf().dossier, kind: 'grant' } }],
    ['a time that is none', { madeAt: null }],
    ['no id', { id: '' }],
    ['a slot that nobody has', { items: [{ ...one, slot: 'photo' }] }],
    ['a call that nobody makes', { items: [{ ...one, endpoint: 'erase' }] }],
    ['a question in the place of a call', { items: [{ ...one, endpoint: 'lookup' }] }],
    ['a call in another slot', { items: [{ ...one, slot: 'code' }] }],
    ['a correction in another document', { items: [{ ...one, slot: 'attest', endpoint: 'replace/carteid' }] }],
    ['two items in a slot', { items: [one, { ...one, id: 'other' }] }],
    ['two items of one name', { items: [one, { ...one, slot: 'newCode' }] }],
    ['an accepted request with its body', { items: [{ ...one, body: '{}' }] }],
    ['a request without a body', { items: [{ ...one, state: 'waiting' }] }],
    ['a body that its call does not take', { items: [{ ...one, state: 'waiting', body: '{"matricule":"M"}' }] }],
    ['a body that is no JSON', { items: [{ ...one, state: 'waiting', body: 'GET / HTTP/1.1' }] }],
    ['a picture that is not there', { items: [{ ...one, state: 'waiting', body: ['{', 0, '}'] }] }],
    ['a file that is not there', { files: [{ document: 'attest', name: 'a', type: '', at: 1, piece: 3 }] }],
    ['six documents', { files: Array(6).fill({ document: 'attest', name: 'a', type: '', at: 1, piece: 0 }) }],
  ]
  test.each(cases)('%s', async (_, change) => {
    expect(await openParcel(await whole(change), code)).toEqual({ fault: 'unreadable' })
  })

  test('but what it may hold is taken', async () => {
    expect(await openParcel(await whole({ items: [accepted] }), code)).toHaveProperty('items.length', 1)
  })

  test('the photo of one document in the place of another', async () => {
    const item = await waiting('attest', bodyOf('carteid', image('a')))
    expect(await openParcel(await sealParcel(parcelOf({ items: [item] }), code), code)).toEqual({ fault: 'unreadable' })
  })

  test('a file of more than five megabytes', async () => {
    const bytes = new ArrayBuffer(5120 * 1024 + 1)
    const files = [{ document: 'attest' as const, bytes, name: 'a', type: '', at: 1 }]
    expect(await openParcel(await sealParcel(parcelOf({ files }), code), code)).toEqual({ fault: 'unreadable' })
  })

  test('a digest that is not its body’s', async () => {
    const item = await waiting('attest', bodyOf('attest', image('a')), { digest: 'lie', bytes: 1 })
    const opened = await openParcel(await sealParcel(parcelOf({ items: [item] }), code), code)
    expect(opened).toHaveProperty('items.0.digest', await hex(item.body ?? ''))
  })

  test('a length that its bytes do not have', async () => {
    const inner = await bytesOfWhole(parcelOf())
    for (const bad of [inner.slice(0, 3), inner.slice(0, -1), new Uint8Array([...inner, 0]), new Uint8Array(0)])
      expect(await openParcel(await enclose('whole', bad, code), code)).toEqual({ fault: 'unreadable' })
    const [kind] = ['later' as 'whole']
    expect(await openParcel(await enclose(kind, inner, code), code)).toEqual({ fault: 'newer' })
  })
})

describe('answers alone', () => {
  test('are short enough to be drawn', async () => {
    const text = await sealAnswers(parcelOf({ items: [accepted] }), code)
    expect(text).toMatch(/^[A-Za-z0-9_-]+$/)
    expect(text.length).toBeLessThanOrEqual(700)
  })

  test('come out as they went in, with what was accepted', async () => {
    const items = [accepted, { ...accepted, id: 'x', slot: 'photobuste' as const, endpoint: 'uploadDocument' }]
    const parcel = parcelOf({ items, dossier: { ...parcelOf().dossier, closed: true } })
    const opened = await openAnswers(await sealAnswers(parcel, code), code)
    expect(opened).toMatchObject({ ...parcel, items: [{ slot: 'save', endpoint: 'enrol' }, { slot: 'photobuste' }] })
  })

  test('whatever they are', async () => {
    const property = fc.asyncProperty(anyParcel, async about => {
      const parcel = { ...about, items: [], files: [] }
      const opened = await openAnswers(await sealAnswers(parcel, code), code)
      const whole = (ms: number) => Math.floor(ms / 1000) * 1000
      const { closed, createdAt, savedAt, ...dossier } = parcel.dossier
      expect(opened).toEqual({
        ...parcel,
        madeAt: whole(parcel.madeAt),
        dossier: { ...dossier, createdAt: whole(createdAt), savedAt: whole(savedAt), ...(closed ? { closed } : {}) },
      })
    })
    await fc.assert(property, { numRuns: 60 })
  })

  test('of a correction name its calls', async () => {
    const items = [{ ...accepted, slot: 'attest' as const, endpoint: 'replace/attest' }]
    const parcel = parcelOf({ items, dossier: { ...parcelOf().dossier, kind: 'correction' } })
    const opened = await openAnswers(await sealAnswers(parcel, code), code)
    expect(opened).toHaveProperty('items.0.endpoint', 'replace/attest')
  })

  test('that were cut, damaged, made up or opened with another code', async () => {
    const text = await sealAnswers(parcelOf(), code)
    expect(await openAnswers(text.slice(0, -8), code)).toEqual({ fault: 'cut' })
    expect(await peekAnswers(text.slice(0, -8))).toBe('cut')
    expect(await openAnswers(`${text.slice(0, 80)}${text[80] === 'A' ? 'B' : 'A'}${text.slice(81)}`, code)).toEqual({
      fault: 'unreadable',
    })
    expect(await openAnswers('%%%', code)).toEqual({ fault: 'foreign' })
    expect(await peekAnswers('section-2')).toBe('foreign')
    expect(await openAnswers(text, 'another')).toEqual({ fault: 'wrongCode' })
  })
})
