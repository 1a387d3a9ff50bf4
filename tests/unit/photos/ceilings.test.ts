import { expect, test } from 'vitest'
import { ceilingOf, promisedBytes, wireOf } from '../../../src/photos/ceilings.ts'
import { documentTypes, maxUploadBytes } from '../../../src/rules/documents.ts'

test.each(documentTypes)('%s costs less on a slow line and when it is cut out, and stays legible', document => {
  for (const cropped of [false, true]) {
    const usual = ceilingOf(document, { cropped })
    const economy = ceilingOf(document, { cropped, economy: true })
    expect(economy.bytes).toBeLessThan(usual.bytes)
    expect(usual.bytes).toBeLessThan(maxUploadBytes)
    // 14 pixels per em of the smallest print stand at 85 % of the usual side.
    expect(economy.side).toBeGreaterThanOrEqual(usual.side * 0.85)
    expect(economy.quality).toBeGreaterThanOrEqual(0.5)
    expect(ceilingOf(document, { cropped: true }).bytes).toBeLessThanOrEqual(ceilingOf(document).bytes)
  }
})

test('five documents, each at its ceiling, still cost less than 480 kB where the provider takes gzip', () => {
  expect(promisedBytes(documentTypes, false, true)).toBeLessThanOrEqual(480_000)
})

test('the promise of a slow line is under half a megabyte even without gzip', () => {
  expect(promisedBytes(documentTypes, true, false)).toBeLessThanOrEqual(500_000)
})

test('base64 costs a third more where the provider takes only plain bodies', () => {
  const { plain, gzipped } = wireOf(90_000, 88_000)
  expect(plain).toBe(120_600)
  expect(gzipped).toBe(88_600)
})
