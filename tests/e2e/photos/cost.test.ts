import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { type DocumentType, documentTypes } from '../../../src/spec/documents.ts'
import { documentPhotos } from '../../photos/photographs.ts'
import { documentRow, documentState, field, toDocuments } from '../setup/hands.ts'
import { gate, oneProvider } from '../setup/network.ts'
import { visitors } from '../setup/students.ts'
import { arrived, upload } from './album.ts'

/** What sending will cost is told before it is spent, and held. */

const students = visitors()
const provider = await oneProvider()
const photos = await documentPhotos()

/** The last size in some words, in bytes. */
function sizeIn(words: string): number {
  const [, number = '', unit] = /.*\s([\d,]+)\s(Mo|ko)/.exec(words) ?? []
  return Number(number.replace(',', '.')) * (unit === 'Mo' ? 1e6 : 1e3)
}

/** What the page says above the rows, and what each row says of its own photo. */
const tally = (page: Page) =>
  page
    .locator('p', { hasText: 'sur 5 envoyés' })
    .textContent()
    .then(words => words ?? '')
const rowWords = (page: Page, type: DocumentType) =>
  documentRow(page, type)
    .getByText(/\d\sko/)
    .textContent()

/** Bytes that the page announces, from what it says and not from what it knows. */
const told = async (page: Page) => sizeIn(await tally(page))

async function toldByRows(page: Page): Promise<number> {
  const words = await Promise.all(documentTypes.map(type => rowWords(page, type)))
  return words.reduce((sum, each) => sum + sizeIn(each ?? ''), 0)
}

const headersOf = (headers: object) => Object.entries(headers).join('\r\n').length
const spent = () => provider.calls(upload).reduce((sum, { bytes, headers }) => sum + bytes + headersOf(headers), 0)

async function giveAll(page: Page, types: readonly DocumentType[]) {
  for (const type of types) {
    await field(page, type).setInputFiles(photos[type])
    await documentState(page, type, 'sent')
  }
}

test('a student who saves data is told a lower price, and why', async () => {
  const { page, context } = await students.open('phone', provider.url)
  await toDocuments(page)
  const ordinary = await told(page)
  await context.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true })
  })
  await page.reload()
  await page.getByText('Photos allégées').waitFor()
  expect(await told(page)).toBeLessThan(ordinary * 0.8)
})

describe('the price of five photos', () => {
  test.each([
    ['gzipped to a provider that takes it', true],
    ['plain to one that says nothing', false],
  ])('is told before they are chosen, is right to 5 %% once they are, and they go %s', async (_, gzip) => {
    provider.acceptsGzip = gzip
    const { page } = await students.open('phone', provider.url)
    await toDocuments(page)
    const promised = await told(page)
    expect(await tally(page)).toContain('au plus')
    const [last, ...others] = [...documentTypes].reverse()
    await giveAll(page, others)

    // The last one is kept, and not yet sent: now the price of all five is known.
    const { hold, open: release } = gate()
    provider.script(upload, { hold })
    if (!last) throw new Error('no documents')
    await field(page, last).setInputFiles(photos[last])
    await documentState(page, last, 'sending')
    await expect.poll(() => tally(page)).toMatch(/^4 sur 5 envoyés .*restants$/)
    const price = await toldByRows(page)
    // What the page says is left is what its row says of itself.
    const size = sizeIn((await rowWords(page, last)) ?? '')
    expect(Math.abs((await told(page)) - size) / size).toBeLessThan(0.05)
    release()
    await arrived(provider, last)

    expect(price).toBeLessThanOrEqual(promised)
    expect(Math.abs(spent() - price) / price).toBeLessThan(0.05)
    const encodings = provider.calls(upload).map(({ headers }) => headers['content-encoding'])
    expect(new Set(encodings)).toEqual(new Set([gzip ? 'gzip' : undefined]))
  })
})
