import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { ensureServer } from '../../provider/tests/setup/built.ts'
import * as networkText from '../../src/outbox/ui/network-text.ts'
import { launchBrowser, openVisit } from '../e2e/setup/browser.ts'
import { builds, ensureBuild } from '../e2e/setup/builds.ts'
import { findHeadlessShell } from '../e2e/setup/chromium.ts'
import { enrol, enterCode, field, fill, press } from '../e2e/setup/hands.ts'
import { sampleAnswers, sampleMatricule } from '../e2e/setup/stand-in.ts'
import { type Counted, tableOf, withTable } from './bytes/page.ts'
import { finished, givePhotos } from './speed/enrolling.ts'
import { openSite, type Site } from './speed/site.ts'
import { sum } from './speed/traffic.ts'

/** `npm run bench:bytes`: what the portal's host carries for one student, written into docs/zero-rating.md. */

const root = join(import.meta.dirname, '..', '..')
const document = join(root, 'docs', 'zero-rating.md')

/** Counts what passes until all is still again. */
async function counted(site: Site, what: string, work: () => Promise<unknown>): Promise<Counted> {
  await site.begin('free')
  await work()
  await site.quiet()
  const { answers, up } = site.traffic
  return { what, requests: answers.length, down: sum(answers.map(({ head, body }) => head + body)), up }
}

async function enrolFully(page: Page, site: Site): Promise<string> {
  await page.getByRole('link', { name: /^S'inscrire/ }).click()
  await enrol(page, 'complete', sampleAnswers)
  const code = await site.standIn.lastCode(sampleAnswers.phone)
  await enterCode(page, code)
  await field(page, 'attest').waitFor({ state: 'attached' })
  await givePhotos(page)
  await finished(page)
  return code
}

async function download(page: Page, otp: string): Promise<void> {
  const { numPlace, serie, ae } = sampleAnswers
  await page.goto('/recepisse')
  await fill(page, { num_place: numPlace, serie, ae, otp, matricule: sampleMatricule })
  const coming = page.waitForEvent('download')
  await press(page, 'Téléchargez votre récépissé')
  await (await coming).path()
}

async function measure(site: Site): Promise<Counted[]> {
  const browser = await launchBrowser({ executable: findHeadlessShell() })
  try {
    const { page, context } = await openVisit(browser, 'phone', site.url)
    let code = ''
    return [
      await counted(site, 'a first visit: the home page, until all works without a network', async () => {
        await page.goto('/home')
        await page.getByText(networkText.ready).waitFor()
        await page.waitForFunction(async () => !(await caches.match('/?partial')))
      }),
      await counted(site, 'an enrolment with five photographs of twelve megapixels', async () => {
        code = await enrolFully(page, site)
      }),
      await counted(site, 'its receipt', () => download(page, code)),
      await counted(site, 'a second visit: the home page', async () => {
        const again = await context.newPage()
        const dates = again.waitForResponse(/\/chrono$/)
        await again.goto('/home')
        await dates
      }),
    ]
  } finally {
    await browser.close()
  }
}

ensureBuild(builds.complete)
ensureServer()
const site = await openSite(builds.complete.dir)
try {
  const table = tableOf(await measure(site), new Date().toISOString().slice(0, 10))
  writeFileSync(document, withTable(readFileSync(document, 'utf8'), table))
  console.log(table)
} finally {
  await site.close()
}
