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
import { finished, givePhotos } from './speed/enrolling.ts'
import { Site } from './speed/site.ts'
import { sum } from './speed/traffic.ts'
import { everyPart } from './speed/watch.ts'

/** `npm run bench:bytes`: what the portal's host carries for one student, written into docs/zero-rating.md. */

const document = join(import.meta.dirname, '..', '..', 'docs', 'zero-rating.md')

/** Bytes from the server to the phone, and from the phone to the server: heads and bodies. */
interface Counted {
  what: string
  requests: number
  down: number
  up: number
}

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
        await everyPart(page)
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
const site = await Site.open(builds.complete.dir)
try {
  const bytes = (count: number) => count.toLocaleString('en')
  const rows = (await measure(site)).map(({ what, requests, down, up }) =>
    ['', what, requests, bytes(down), bytes(up), bytes(down + up), ''].join(' | ').trim(),
  )
  const table = [
    `Measured on ${new Date().toISOString().slice(0, 10)}, in bytes.\n`,
    '| what a student does | requests | to the phone | from the phone | together |',
    '|---|---|---|---|---|',
    ...rows,
  ].join('\n')
  const place = /(<!-- written by npm run bench:bytes -->\n\n)[\s\S]*(\n\n<!-- end of what is written -->)/
  const page = readFileSync(document, 'utf8')
  if (!place.test(page)) throw new Error(`${document} has no place for the table.`)
  writeFileSync(document, page.replace(place, `$1${table}$2`))
  console.log(table)
} finally {
  await site.close()
}
