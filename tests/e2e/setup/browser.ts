import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { findChromium, isRoot } from './chromium.ts'
import { Witness } from './witness.ts'

const flags = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
]

const launchOptions = (executablePath: string, more: readonly string[] = []) => ({
  executablePath,
  args: [...(isRoot() ? ['--no-sandbox'] : []), ...flags, ...more],
})

const student = { locale: 'fr-FR', timezoneId: 'Africa/Bamako', isMobile: true, hasTouch: true } as const

/** The two screens that the portal is looked at on. */
export const devices = {
  phone: { ...student, viewport: { width: 360, height: 740 }, deviceScaleFactor: 2 },
  tablet: { ...student, viewport: { width: 800, height: 1280 }, deviceScaleFactor: 1.5 },
} as const satisfies Record<string, BrowserContextOptions>

export type Device = keyof typeof devices

export interface Visit {
  context: BrowserContext
  page: Page
  witness: Witness
}

/** @param options `timeout` in milliseconds; `executable` is Chromium itself, unless journeys can do without its windows */
export function launchBrowser({
  timeout = 60_000,
  flags = [] as readonly string[],
  executable = findChromium(),
} = {}): Promise<Browser> {
  return chromium.launch({ ...launchOptions(executable, flags), timeout })
}

/** A new student's browser: nothing stored, `baseURL` lets journeys write `page.goto('/home')`. */
export async function openVisit(
  browser: Browser,
  device: Device,
  baseURL: string,
  options: BrowserContextOptions = {},
): Promise<Visit> {
  return visitIn(await browser.newContext({ ...devices[device], baseURL, ...options }))
}

/** The same student's browser after it was killed: a profile directory that outlives the process. */
export async function openProfile(
  directory: string,
  device: Device,
  baseURL: string,
  {
    flags = [],
    executable = findChromium(),
    ...options
  }: BrowserContextOptions & { flags?: readonly string[]; executable?: string } = {},
): Promise<Visit> {
  const settings = { ...launchOptions(executable, flags), ...devices[device], baseURL, ...options }
  return visitIn(await chromium.launchPersistentContext(directory, settings))
}

async function visitIn(context: BrowserContext): Promise<Visit> {
  const witness = new Witness(context)
  context.setDefaultTimeout(30_000)
  const page = await context.newPage()
  return { context, page, witness }
}
