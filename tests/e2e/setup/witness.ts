import type { BrowserContext } from 'playwright-core'

export type Complaint = {
  kind: 'console' | 'exception' | 'request' | 'crash'
  text: string
  url: string
}

/** The page cancels its own request: a newer lookup, a navigation. No fault. */
const cancelled = /ERR_ABORTED/

/**
 * Writes down every fault that a student would not see but that a journey must not have: console errors (a broken
 * Content-Security-Policy rule is one), uncaught exceptions, unhandled rejections, failed requests, crashes.
 */
export class Witness {
  readonly complaints: Complaint[] = []
  readonly #allowed: RegExp[] = []

  constructor(context: BrowserContext) {
    context.on('console', message => {
      if (message.type() === 'error') this.#note('console', message.text(), message.location().url)
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
