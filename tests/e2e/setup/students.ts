import { mkdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { type Device, launchBrowser, openVisit, type Visit } from './browser.ts'
import { findHeadlessShell } from './chromium.ts'
import { Phone } from './phone.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const failures = join(root, 'tests', '.output', 'failures')

export interface Visitors {
  open(device: Device, baseURL: string, options?: BrowserContextOptions): Promise<Visit>
  /** On a phone, at an address of the portal. */
  at(baseURL: string, path: string, options?: BrowserContextOptions): Promise<Visit>
}

/**
 * One browser for the file, visits closed after each test. A visit that was not quiet fails its test by itself: nobody
 * can forget to ask. What a test provokes on purpose it names with `witness.allow(…)`.
 */
export function visitors(flags: readonly string[] = []): Visitors {
  let browser: Browser | undefined
  const visits: Visit[] = []

  beforeAll(async () => {
    browser = await launchBrowser({ flags, executable: findHeadlessShell() })
  })

  afterEach(async ({ task }) => {
    const opened = visits.splice(0)
    const failed = task.result?.state === 'fail'
    for (const [index, { page }] of opened.entries()) {
      if (!failed || page.isClosed()) continue
      mkdirSync(failures, { recursive: true })
      const name = `${task.name.replace(/[^\p{L}\d]+/gu, '-').slice(0, 80)}-${index}.png`
      const path = join(failures, name)
      const taken = page.screenshot({ path, fullPage: true })
      await taken.then(() => console.log(`As the student saw it last: ${relative(root, path)}`)).catch(() => undefined)
    }
    for (const { context } of opened) await context.close()
    for (const { witness } of opened) witness.expectQuiet()
  })

  afterAll(async () => {
    await browser?.close()
  })

  const open: Visitors['open'] = async (device, baseURL, options) => {
    if (!browser) throw new Error('open() is for tests: the browser starts before the first one')
    const visit = await openVisit(browser, device, baseURL, options)
    visits.push(visit)
    return visit
  }
  const at: Visitors['at'] = async (baseURL, path, options) => {
    const visit = await open('phone', baseURL, options)
    await visit.page.goto(path)
    return visit
  }
  return { open, at }
}

/** Phones for the tests of a file; each is put away after its test, which fails when a phone was not quiet. */
export function phones(...allowed: RegExp[]): (baseURL: string, executable?: string) => Phone {
  const used: Phone[] = []
  afterEach(async () => {
    const all = used.splice(0)
    for (const phone of all) await phone.dispose()
    for (const { witnesses } of all) for (const witness of witnesses) witness.expectQuiet(allowed)
  })
  return (baseURL, executable) => {
    const phone = new Phone(baseURL, executable)
    used.push(phone)
    return phone
  }
}
