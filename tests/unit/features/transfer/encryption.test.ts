import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  decryptPackage,
  enclosed,
  encryptAnswers,
  encryptPackage,
  openAnswers,
  peek,
  peekAnswers,
} from '../../../../src/features/transfer/format.ts'
import { bigEndian, packed } from '../../../../src/features/transfer/packing.ts'
import type { PackageItem, TransferPackage } from '../../../../src/features/transfer/schema.ts'
import { quickCodes } from '../../setup/quick-codes.ts'
import { answers, code, image, lookedUp, ready as prepared } from './setup.ts'

quickCodes()

const waiting = (requestKey: PackageItem['requestKey'], body: string, change: Partial<PackageItem> = {}) => {
  const item: PackageItem = {
    id: `id-${requestKey}`,
    requestKey,
    bytes: body.length,
    state: 'waiting',
    createdAt: 5,
    body,
  }
  return { ...item, ...change }
}

const accepted: PackageItem = {
  id: 'id-save',
  requestKey: 'save',
  digest: 'd',
  bytes: 7,
  state: 'accepted',
  createdAt: 3,
  settledAt: 4,
  reply: { status: 1, msg: 'Reçu' },
}

const { matricule } = answers
const bodyOf = (type: string, picture: string) => JSON.stringify({ matricule, type, image: picture })

const dossier: TransferPackage['dossier'] = {
  id: 'e7d1c1a2-6b1b-4c1e-9a53-0c6f3a6f1b11',
  kind: 'enrolment',
  shape: 1,
  createdAt: 1_759_000_000_000,
  savedAt: 1_759_500_000_000,
  answers,
  lookedUp,
  transferred: { at: 1_760_000_000_000, id: 'q83vEjRWeJCr' },
}
const packageOf = (change: Partial<TransferPackage> = {}): TransferPackage => {
  return { dossier, items: [], files: [], ...change }
}
/** Out of its file again. */
const carried = async (change: Partial<TransferPackage> = {}, typed = code, made = code) =>
  decryptPackage(await encryptPackage(packageOf(change), made), typed)
const unreadable = { fault: 'unreadable' }

const words = fc.string({ unit: 'binary', maxLength: 40 })
const anyBytes = fc.uint8Array({ maxLength: 300 })
/** No control has the name of what every object has. */
const name = fc.stringMatching(/^[a-zA-Z]{1,12}$/).filter(one => !(one in {}) && one !== 'prototype')
const anyDossier: fc.Arbitrary<TransferPackage['dossier']> = fc.record(
  {
    id: fc.uuid(),
    kind: fc.constantFrom('enrolment' as const, 'correction' as const),
    shape: fc.constant(1 as const),
    createdAt: fc.nat(),
    savedAt: fc.nat(),
    answers: fc.dictionary(name, words),
    transferred: fc.record({ at: fc.nat(), id: words }),
    lookedUp: fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }),
    closed: fc.boolean(),
  },
  { requiredKeys: ['id', 'kind', 'shape', 'createdAt', 'savedAt', 'answers', 'transferred'] },
)

describe('a package comes out of its file as it went in', () => {
  test('whatever it holds', async () => {
    const property = fc.asyncProperty(anyDossier, anyBytes, anyBytes, words, async (any, picture, file, title) => {
      const about = { ...any, answers: { ...any.answers, matricule } }
      const image = Buffer.from([...picture, 1]).toString('base64')
      const correction = about.kind === 'correction'
      const body = correction ? JSON.stringify({ matricule, image }) : bodyOf('attest', image)
      const items = [waiting('attest', body, { fingerprint: 'f', left: true, gzippedBytes: 3 }), accepted]
      const bytes = new Uint8Array(file).buffer
      const { ready, type } = prepared
      const files = [{ document: 'carteid' as const, bytes, name: title, type, at: 9, revision: 'p', ready }]
      const pkg: TransferPackage = { dossier: about, items, files }
      expect(await carried(pkg)).toEqual(pkg)
    })
    await fc.assert(property, { numRuns: 60 })
  })

  test.each([
    ['is no base64', 'plain, not base64'],
    ['is base64 that another encoder made', 'QUJD='],
    ['has bits to spare', 'QUJDRB=='],
  ])('to the letter where an image %s', async (_, picture) => {
    const items = [waiting('attest', bodyOf('attest', picture))]
    expect(await carried({ items })).toEqual(packageOf({ items }))
  })

  test('a picture travels as bytes', async () => {
    const picture = image('x'.repeat(30_000))
    const pkg = packageOf({ items: [waiting('attest', bodyOf('attest', picture))] })
    expect((await encryptPackage(pkg, code)).byteLength).toBeLessThan(picture.length * 0.8)
  })

  test.each([
    ['an accent may be written in two ways', 'karit\u00e9 1', 'karite\u0301 1'],
    ['capitals, accents, blanks and dashes do not count', 'mangue sirop étoile', 'Mangue-SIROP etoile '],
  ])('by its code: %s', async (_, made, typed) => {
    expect(await carried({}, typed, made)).toEqual(packageOf())
  })
})

describe('what is wrong with a file', () => {
  const small = async () => encryptPackage(packageOf({ dossier: { ...dossier, answers: { nom: 'Keïta' } } }), code)
  /** With a sum that fits. */
  const summed = async (bad: Uint8Array<ArrayBuffer>) => {
    const sum = new Uint8Array(await crypto.subtle.digest('SHA-256', bad.subarray(0, -4)))
    bad.set(sum.subarray(0, 4), bad.byteLength - 4)
    return bad
  }

  test('is never an exception, wherever it is cut', async () => {
    const file = await small()
    for (let length = 0; length < file.byteLength; length++) {
      const fault = length === 0 ? 'foreign' : 'cut'
      expect(await peek(file.slice(0, length))).toBe(fault)
      expect(await decryptPackage(file.slice(0, length), code)).toEqual({ fault })
    }
  })

  test('is told for each single bit that has turned over', async () => {
    const file = await small()
    for (let bit = 0; bit < file.byteLength * 8; bit++) {
      const bad = file.slice()
      bad[bit >> 3] = (bad[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect(await decryptPackage(bad, code)).toEqual({
        fault: expect.stringMatching(/^(foreign|newer|cut|unreadable)$/),
      })
    }
  })

  test('is told of a head that somebody has changed, with a sum that fits', async () => {
    const file = await small()
    for (let at = 8; at < 28; at++) {
      const bad = file.slice()
      bad[at] = (bad[at] ?? 0) ^ 1
      expect(await decryptPackage(await summed(bad), code)).toEqual({ fault: at < 9 ? 'unreadable' : 'wrongCode' })
    }
  })

  test('is told from a wrong code', async () => {
    const file = await small()
    expect(await peek(file)).toBeUndefined()
    for (const typed of ['another', '']) expect(await decryptPackage(file, typed)).toEqual({ fault: 'wrongCode' })
  })

  test('is nothing where a messenger has put something behind it', async () => {
    const file = new Uint8Array([...(await small()), 13, 10])
    expect(await decryptPackage(file, code)).toHaveProperty('dossier')
  })

  test.each<[string, string, (file: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>]>([
    ['newer', 'a newer version', file => file.fill(3, 7, 8)],
    ['newer', 'a much newer version', file => file.fill(200, 7, 8)],
    ['foreign', 'no version', file => file.fill(0, 7, 8)],
    ['foreign', 'a photo', () => new Uint8Array([255, 216, 255, 224, 0, 16])],
    ['foreign', 'a PDF', () => new TextEncoder().encode('%PDF-1.7')],
    ['foreign', 'a word', () => new TextEncoder().encode('dossier')],
  ])('is told as %s before a code is asked for: %s', async (fault, _, change) => {
    expect(await peek(change(await small()))).toBe(fault)
  })

  test('is its size, before anything is read or counted', async () => {
    const file = await small()
    const withNumber = (at: number, value: number) => {
      const bad = file.slice()
      new DataView(bad.buffer).setUint32(at, value)
      return bad
    }
    expect(await peek(withNumber(28, 0xffff_ffff))).toBe('unreadable')
    // A sum that fits makes no count of rounds a good one.
    expect(await peek(await summed(withNumber(8, 0xffff_ffff)))).toBe('unreadable')
  })
})

describe('who knows the code can’t make this device keep what is no dossier', () => {
  const encoded = (said: unknown) => new TextEncoder().encode(JSON.stringify(said))
  const whole = (change: object, ...bytes: number[]) => {
    const text = encoded({ ...packageOf(), ...change })
    return enclosed(new Uint8Array([...bigEndian(text.byteLength), ...text, ...bytes]), code)
  }
  const one = { ...accepted, body: undefined }
  const file = { document: 'attest', name: 'a', type: '', at: 1, bytes: 0 }
  const cases: [string, object][] = [
    ['answers that are no text', { dossier: { ...dossier, answers: { nom: 7 } } }],
    ['more than a megabyte of words', { dossier: { ...dossier, answers: { nom: 'x'.repeat(1024 * 1024) } } }],
    ['another kind of dossier', { dossier: { ...dossier, kind: 'grant' } }],
    ['a dossier of another shape', { dossier: { ...dossier, shape: 2 } }],
    ['a time that is none', { dossier: { ...dossier, savedAt: null } }],
    ['no mark', { dossier: { ...dossier, transferred: undefined } }],
    ['a requestKey that nobody has', { items: [{ ...one, requestKey: 'photo' }] }],
    ['a state that there is not', { items: [{ ...one, state: 'sending' }] }],
    ['two items in a requestKey', { items: [one, { ...one, id: 'other' }] }],
    ['two items of one name', { items: [one, { ...one, requestKey: 'newCode' }] }],
    ['a request without a body', { items: [{ ...one, state: 'waiting' }] }],
    ['a body that its call does not take', { items: [{ ...one, state: 'waiting', body: '{"matricule":"M"}' }] }],
    ['a body that is no JSON', { items: [{ ...one, state: 'refused', body: 'GET / HTTP/1.1' }] }],
    ['a picture that is not there', { items: [{ ...one, state: 'waiting', body: ['{', 1, '}'] }] }],
    ['a picture of less than nothing', { items: [{ ...one, state: 'waiting', body: ['{', -1, '}'] }] }],
    ['a picture of half a byte', { items: [{ ...one, state: 'waiting', body: ['{', 0.5, '}'] }] }],
    ['a file that is not there', { files: [{ ...file, bytes: 3 }] }],
    ['two files of one document', { files: [file, file] }],
    ['a sixth document', { files: [{ ...file, document: 'passport' }] }],
  ]
  test.each(cases)('%s', async (_, change) => {
    expect(await decryptPackage(await whole(change), code)).toEqual(unreadable)
  })

  test('but what it may hold is taken, and what it has no name for is left behind', async () => {
    const file = await whole({ items: [{ ...accepted, held: true, encryptedParts: {}, body: 'x' }] })
    expect(await decryptPackage(file, code)).toEqual(packageOf({ items: [accepted] }))
  })

  test('the photo of one document in the place of another, and a file of more than five megabytes', async () => {
    const bytes = new ArrayBuffer(5120 * 1024 + 1)
    const files = [{ document: 'attest' as const, bytes, name: 'a', type: '', at: 1 }]
    for (const change of [{ items: [waiting('attest', bodyOf('carteid', image('a')))] }, { files }])
      expect(await carried(change)).toEqual(unreadable)
  })

  describe('nor make it send what the answers that were shown do not say', () => {
    const { confirmed: _, attestation: __, ...said } = answers
    const called = (requestKey: 'code' | 'validate' | 'save', body: object, change = {}) =>
      waiting(requestKey, JSON.stringify(body), change)
    const saving = (change: object, item = {}) => called('save', { ...said, ...change }, item)
    const photo = (change: object) =>
      waiting('attest', JSON.stringify({ type: 'attest', image: image('a'), ...change }))
    const back = (item: PackageItem, about = dossier) => carried({ items: [item], dossier: about })

    test.each([
      ['a save with another number', saving({ phone: '66000000' })],
      ['a new code for another number', saving({ phone: '66000000' }, { requestKey: 'newCode' })],
      ['a save of somebody else', saving({ matricule: 'ML202600099' })],
      ['a code of somebody else', called('code', { matricule: 'ML202600099', otp: '1234' })],
      ['the end of somebody else', called('validate', { matricule: 'ML202600099' })],
      ['a photo of somebody else', photo({ matricule: 'ML202600099' })],
    ])('%s', async (_, item) => {
      expect(await back(item)).toEqual(unreadable)
    })

    test.each([
      ['a save as it was answered', saving({})],
      ['a refused save, whose number is being corrected', saving({ phone: '66000000' }, { state: 'refused' })],
      ['the end', called('validate', { matricule })],
      ['a photo', photo({ matricule })],
    ])('but %s may', async (_, item) => {
      expect(await back(item)).toMatchObject({ items: [item] })
    })

    test('a blank before or behind is no other answer', async () => {
      const about = { ...dossier, answers: { ...answers, phone: ' 76123456 ' } }
      expect(await back(saving({}), about)).toMatchObject({ items: [{ requestKey: 'save' }] })
    })
  })

  test('a length that its bytes do not have', async () => {
    const inner = await packed(packageOf())
    for (const bad of [inner.slice(0, 3), inner.slice(0, -1), new Uint8Array([...inner, 0]), new Uint8Array(0)])
      expect(await decryptPackage(await enclosed(bad, code), code)).toEqual(unreadable)
    const longer = await whole({ files: [{ ...file, bytes: 2 }] }, 1, 2, 3)
    expect(await decryptPackage(longer, code)).toEqual(unreadable)
  })
})

describe('answers alone', () => {
  test('are short enough to be drawn', async () => {
    const text = await encryptAnswers(packageOf(), code)
    expect(text).toMatch(/^[A-Za-z0-9_-]+$/)
    expect(text.length).toBeLessThanOrEqual(540)
    const late = { createdAt: 1_759_500_000_000, settledAt: 1_759_500_000_000 }
    const items = (['save', 'code'] as const).map(requestKey => ({ ...accepted, id: requestKey, requestKey, ...late }))
    expect((await encryptAnswers(packageOf({ items }), code)).length).toBeLessThanOrEqual(700)
  })

  test('come out as they went in, with what was accepted', async () => {
    const items = [accepted, { ...accepted, id: 'x', requestKey: 'photobuste' as const }]
    const pkg = packageOf({ items, dossier: { ...dossier, closed: true } })
    const opened = await openAnswers(await encryptAnswers(pkg, code), code)
    const bare = { bytes: 0, state: 'accepted', createdAt: 3, settledAt: 4 }
    expect(opened).toEqual({
      dossier: pkg.dossier,
      items: [
        { ...bare, id: 'save/', requestKey: 'save' },
        { ...bare, id: 'photobuste/', requestKey: 'photobuste' },
      ],
      files: [],
    })
  })

  test('whatever they are', async () => {
    const property = fc.asyncProperty(anyDossier, async about => {
      const pkg = packageOf({ dossier: about })
      expect(await openAnswers(await encryptAnswers(pkg, code), code)).toEqual(pkg)
    })
    await fc.assert(property, { numRuns: 60 })
  })

  test('that were cut, damaged, made up or opened with another code', async () => {
    const text = await encryptAnswers(packageOf(), code)
    expect(await openAnswers(text.slice(0, -8), code)).toEqual({ fault: 'cut' })
    expect(await peekAnswers(text.slice(0, -8))).toBe('cut')
    const damaged = `${text.slice(0, 80)}${text[80] === 'A' ? 'B' : 'A'}${text.slice(81)}`
    expect(await openAnswers(damaged, code)).toEqual({ fault: 'unreadable' })
    expect(await openAnswers('%%%', code)).toEqual({ fault: 'foreign' })
    expect(await peekAnswers('section-2')).toBe('foreign')
    expect(await openAnswers(text, 'another')).toEqual({ fault: 'wrongCode' })
  })
})
