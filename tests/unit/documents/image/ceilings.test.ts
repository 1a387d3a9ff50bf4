import { expect, test } from 'vitest'
import { ceilingOf, promisedBytes, wireOf } from '../../../../src/documents/image/ceilings.ts'
import { documents, documentTypes, maxUploadBytes } from '../../../../src/spec/documents.ts'

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

/** Four sheets and a portrait: 480 kB where the provider takes gzip, half a megabyte of a slow line even without. */
test.each(documentTypes)('%s at its ceiling keeps to its share of what all of them may cost', document => {
  const portrait = documents[document].shape === 'portrait'
  expect(promisedBytes([document], false, true)).toBeLessThanOrEqual(portrait ? 44_000 : 109_000)
  expect(promisedBytes([document], true, false)).toBeLessThanOrEqual(portrait ? 44_000 : 114_000)
  expect(promisedBytes([document, document], false, true)).toBe(2 * promisedBytes([document], false, true))
})

test('base64 costs a third more where the provider takes only plain bodies', () => {
  const { plain: unencrypted, gzipped } = wireOf(90_000)
  expect(unencrypted).toBe(120_600)
  expect(gzipped).toBe(89_700)
})
