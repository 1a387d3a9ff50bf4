import type { Page } from 'playwright-core'
import * as wizardText from '../../../src/features/enrolment/text.ts'
import { documentTypes } from '../../../src/spec/documents.ts'
import { enrol, enterCode, field, giveDocument } from '../../e2e/setup/hands.ts'
import { documentPhotos } from '../../photos/photographs.ts'
import { patience } from './phone.ts'
import type { Site } from './site.ts'
import { nextStudent } from './students.ts'

/** A whole enrolment by hands that never hesitate: what it takes is the portal's and the line's. */

export async function toDocuments(page: Page, site: Site): Promise<void> {
  const student = nextStudent(site)
  await page.goto('/register', { waitUntil: 'commit' })
  await field(page, 'anneeBac').waitFor()
  await enrol(page, 'complete', student)
  await enterCode(page, await site.standIn.lastCode(student.phone))
  await field(page, 'attest').waitFor({ state: 'attached' })
}

/** Five photographs of twelve megapixels, as a phone makes them. Gives the seconds until each is kept, on average. */
export async function givePhotos(page: Page): Promise<number> {
  const photos = await documentPhotos()
  const began = Date.now()
  for (const document of documentTypes) await giveDocument(page, document, photos[document])
  return (Date.now() - began) / 1000 / documentTypes.length
}

/** `slow`: how long the photographs may take on a slow line, in milliseconds. */
export function finished(page: Page, slow = patience): Promise<void> {
  return page.getByRole('heading', { name: wizardText.preEnrolled }).waitFor({ timeout: slow })
}
