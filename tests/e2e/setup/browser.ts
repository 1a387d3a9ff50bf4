import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { findChromium, isRoot } from './chromium.ts'
import { isFault } from './faults.ts'

const flags = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
]

export const launchOptions = (executablePath: string, more: readonly string[] = []) => ({
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

export async function visitIn(context: BrowserContext): Promise<Visit> {
  const witness = new Witness(context)
  context.setDefaultTimeout(30_000)
  const page = await context.newPage()
  return { context, page, witness }
}

/** Flags of a browser that has a camera, and whose student lets the portal use it. */
export const cameraAllowed = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']

/** A phone's file input brings its own camera; that of a computer does not. */
export async function bringOwnCamera(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    Object.defineProperty(HTMLInputElement.prototype, 'capture', { value: '', configurable: true })
  })
}

export type Complaint = {
  kind: 'console' | 'exception' | 'request' | 'crash'
  text: string
  url: string
}

/** The page cancels its own request: a newer lookup, a navigation. No fault. */
const cancelled = /ERR_ABORTED/

/**
 * Writes down every fault that a student would not see but that a journey must not have: console errors (a broken
 * Content-Security-Policy rule is one), uncaught exceptions, unhandled rejections, failed requests, crashes. What else a
 * browser calls an error, of whatever version it is that day, is printed.
 */
export class Witness {
  readonly complaints: Complaint[] = []
  readonly #allowed: RegExp[] = []

  constructor(context: BrowserContext) {
    context.on('console', message => {
      if (message.type() !== 'error') return
      const { url } = message.location()
      const text = message.text()
      // Only what a script writes has what it was written of.
      if (isFault({ text, byScript: message.args().length > 0 })) this.#note('console', text, url)
      else console.log(`The browser says an error that is no fault of ours: ${text} (${url})`)
    })
    context.on('weberror', error => {
      const cause = error.error()
      this.#note('exception', cause.stack || cause.message, error.page()?.url() ?? '')
    })
    context.on('requestfailed', request => {
      const reason = request.failure()?.errorText ?? 'unknown'
      if (!cancelled.test(reason)) this.#note('request', `${request.method()} ${reason}`, request.url())
    })
    context.on('page', page => page.on('crash', () => this.#note('crash', 'the page crashed', page.url())))
  }

  #note(kind: Complaint['kind'], text: string, url: string): void {
    this.complaints.push({ kind, text, url })
  }

  /** Expected for the rest of the visit: Chromium itself prints every HTTP error status that a test provokes. */
  allow(...patterns: RegExp[]): void {
    this.#allowed.push(...patterns)
  }

  /** Fails when anything was noted that neither `allow()` nor this call's list names (matched on `kind: text (url)`). */
  expectQuiet(allowed: readonly RegExp[] = []): void {
    const patterns = [...this.#allowed, ...allowed]
    const lines = this.complaints.map(({ kind, text, url }) => `${kind}: ${text} (${url})`)
    const loud = lines.filter(line => !patterns.some(pattern => pattern.test(line)))
    if (loud.length > 0) throw new Error(`The browser complained ${loud.length} time(s):\n- ${loud.join('\n- ')}`)
  }
}
