import type { CDPSession, Page } from 'playwright-core'
import sharp from 'sharp'
import { expect } from 'vitest'
import type { DocumentType } from '../../../src/spec/documents.ts'
import type { Rgb } from '../../photos/pictures.ts'
import { student } from '../setup/answers.ts'
import { documentRow, field } from '../setup/hands.ts'
import type { OtherProvider } from '../setup/other-provider.ts'
import { pixelsOf } from './studio.ts'

/** What the tests of the photographs in the page share. */

export const upload = 'etudiant/files/upload'

export const pickPhoto = (page: Page, type: DocumentType, buffer: Buffer, name = 'photo.jpg') =>
  field(page, type).setInputFiles({ name, mimeType: 'image/jpeg', buffer })

export const rowButton = (page: Page, type: DocumentType, name: string) =>
  documentRow(page, type).getByRole('button', { name, exact: true })

/** Waits for the `count`th photo of a document at the provider, and decodes it. */
export async function arrived(provider: OtherProvider, type: DocumentType, count = 1) {
  const key = `${student.matricule}/${type}`
  await expect.poll(() => provider.memory.documents.get(key)?.length ?? 0, { timeout: 30_000 }).toBe(count)
  return pixelsOf(provider.memory.document(student.matricule, type) ?? Buffer.alloc(0))
}

export const near = (seen: readonly number[], meant: Rgb): boolean =>
  meant.every((value, at) => Math.abs(value - (seen[at] ?? 999)) < 16)

/** The renderer dies, as when Android needs its memory. What opens next is a new page in the same browser. */
export async function crashed(page: Page): Promise<Page> {
  const gone = page.waitForEvent('crash')
  const session: CDPSession = await page.context().newCDPSession(page)
  // The page that would answer is gone.
  session.send('Page.crash').catch(() => undefined)
  await gone
  return page.context().newPage()
}

/** A sheet lying askew on a dark table, with a blue mark in its upper left corner. */
export const askew = () =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1200"><rect width="1600" height="1200" fill="#4a3020"/>
    <polygon points="300,200 1300,120 1400,1080 200,1000" fill="#eee8dc"/><polygon points="300,200 500,184 490,300 290,305" fill="#204080"/></svg>`),
  )
    .jpeg({ quality: 95 })
    .toBuffer()
