import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { documentTypes } from '../../../src/spec/documents.ts'
import { contactsIn, otherContacts } from '../../link/net-log.ts'
import { smallPhoto } from '../../photos/photographs.ts'
import { launchBrowser, openVisit } from '../setup/browser.ts'
import { findHeadlessShell } from '../setup/chromium.ts'
import { visitHome } from '../setup/device.ts'
import { enrol, enterCode, field, fill, giveDocument, press } from '../setup/hands.ts'
import { type StandIn, sampleAnswers, sampleMatricule, startStandIn } from '../setup/stand-in.ts'

/** An operator that charges nothing for the portal's host charges for every other one: there is none. */

const folder = mkdtempSync(join(tmpdir(), 'un-seul-hote-'))
let portal: StandIn
let browser: Browser | undefined

beforeAll(async () => {
  portal = await startStandIn()
})
afterEach(() => browser?.close())
afterAll(async () => {
  await portal.dispose()
  rmSync(folder, { recursive: true, force: true })
})

/** A browser that writes down whom it tries to reach; `log` ends it and reads that. */
async function watched(options?: BrowserContextOptions) {
  const file = join(folder, `${crypto.randomUUID()}.json`)
  browser = await launchBrowser({ flags: [`--log-net-log=${file}`], executable: findHeadlessShell() })
  const visit = await openVisit(browser, 'phone', portal.url, options)
  const log = async (): Promise<unknown> => {
    await visit.context.close()
    await browser?.close()
    return JSON.parse(readFileSync(file, 'utf8'))
  }
  return { ...visit, log }
}

/** Names for the browser to look up or connect to ahead; automated browsers leave them alone, phones do not. */
const hints = (page: Page) =>
  page
    .locator('link[rel~="dns-prefetch"], link[rel~="preconnect"], link[rel~="prefetch"], link[rel~="prerender"]')
    .count()

test('a first visit, a whole enrolment, its receipt and a second visit contact no host but the portal', async () => {
  const { page, context, witness, log } = await watched()
  await visitHome(page)
  expect(await hints(page)).toBe(0)
  await page.getByRole('link', { name: /^S'inscrire/ }).click()
  await enrol(page, 'complete', sampleAnswers)
  const code = await portal.lastCode(sampleAnswers.phone)
  await enterCode(page, code)
  await field(page, 'attest').waitFor({ state: 'attached' })
  for (const type of documentTypes) await giveDocument(page, type, await smallPhoto(type))
  await page.getByRole('heading', { name: 'Pré-inscription effectuée' }).waitFor()

  await page.goto('/recepisse')
  const { numPlace, serie, ae } = sampleAnswers
  await fill(page, { num_place: numPlace, serie, ae, otp: code, matricule: sampleMatricule })
  const download = page.waitForEvent('download')
  await press(page, 'Téléchargez votre récépissé')
  await (await download).path()

  const again = await context.newPage()
  for (const path of ['/home', '/status', '/register', '/preparer', '/envois', '/transfert']) {
    await again.goto(path)
    await again.getByRole('heading', { level: 1 }).waitFor()
    expect(await hints(again), path).toBe(0)
  }
  const written = await log()
  witness.expectQuiet()
  expect([...contactsIn(written).keys()]).toContain(new URL(portal.url).host)
  expect(otherContacts(written, portal.url)).toEqual([])
})
