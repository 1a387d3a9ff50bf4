import { describe, expect, test } from 'vitest'
import { costOf } from '../../../src/documents/documents.rule.ts'
import { type GivenPhoto, givenOf } from '../../../src/documents/given.ts'
import { promisedBytes } from '../../../src/documents/image/ceilings.ts'
import type { Item } from '../../../src/outbox/item.ts'
import { type DocumentType, documentTypes } from '../../../src/spec/documents.ts'
import { itemOf } from '../setup/items.ts'

const photo = (document: DocumentType, state: Item['state'] = 'waiting') =>
  givenOf([itemOf({ requestKey: document, bytes: 130_000, gzippedBytes: 100_000, state })], [])[0] as GivenPhoto
const gzip = { economy: false, gzip: true }

describe('what sending the photos costs', () => {
  test('is the sum of the ceilings before anything is chosen', () => {
    const cost = costOf(documentTypes, [], gzip)
    const bytes = promisedBytes(documentTypes, false, true)
    expect(cost).toEqual({ photos: documentTypes.length, bytes, exact: false, sentBytes: 0 })
    expect(cost.bytes).toBeLessThan(120_000 * documentTypes.length)
  })

  test('is less for who saves data, and a third more to a provider that takes no gzip', () => {
    const { bytes } = costOf(documentTypes, [], gzip)
    expect(costOf(documentTypes, [], { economy: true, gzip: true }).bytes).toBeLessThan(bytes * 0.8)
    expect(costOf(documentTypes, [], { economy: false, gzip: false }).bytes / bytes).toBeCloseTo(4 / 3, 1)
  })

  test('counts what is kept by its own size, and what has gone out', () => {
    const two = ['attest', 'carteid'] as const
    const half = costOf(two, [photo('attest', 'accepted')], gzip)
    expect(half).toMatchObject({ exact: false, sentBytes: 100_000 })
    const all = costOf(two, [photo('attest', 'accepted'), photo('carteid', 'refused')], gzip)
    expect(all).toEqual({ photos: 2, bytes: 200_000, exact: true, sentBytes: 100_000 })
    expect(costOf(two, [photo('attest'), photo('carteid')], { ...gzip, gzip: false }).bytes).toBe(260_000)
  })
})
