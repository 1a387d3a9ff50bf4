import { expect, test } from 'vitest'
import { ceilingOf, promisedBytes, wireOf } from '../../../src/photos/ceilings.ts'
import { documents, documentTypes, maxUploadBytes } from '../../../src/rules/documents.ts'

test.each(documentTypes)('%s costs less on a slow line and when it is cut out, and stays legible', document => {
  const { shape } = documents[document]
  for (const cropped of [false, true]) {
    const usual = ceilingOf(shape, { cropped })
    const economy = ceilingOf(shape, { cropped, economy: true })
    expect(economy.bytes).toBeLessThan(usual.bytes)
    expect(usual.bytes).toBeLessThan(maxUploadBytes)
    // 14 pixels per em of the smallest print stand at 85 % of the usual side.
    expect(economy.side).toBeGreaterThanOrEqual(usual.side * 0.85)
    expect(economy.quality).toBeGreaterThanOrEqual(0.5)
    expect(ceilingOf(shape, { cropped: true }).bytes).toBeLessThanOrEqual(ceilingOf(shape).bytes)
  }
})

test('documents, each at its ceiling, cost less than 96 kB on average where the provider takes gzip', () => {
  expect(promisedBytes(documentTypes, false, true)).toBeLessThanOrEqual(96_000 * documentTypes.length)
})

test('the promise of a slow line is under 100 kB a document even without gzip', () => {
  expect(promisedBytes(documentTypes, true, false)).toBeLessThanOrEqual(100_000 * documentTypes.length)
})

test('base64 costs a third more where the provider takes only plain bodies', () => {
  const { plain, gzipped } = wireOf(90_000, 88_000)
  expect(plain).toBe(120_600)
  expect(gzipped).toBe(88_600)
})
