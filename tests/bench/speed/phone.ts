import { setTimeout as after } from 'node:timers/promises'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { launchBrowser, openVisit } from '../../e2e/setup/browser.ts'
import { browserPid, slowDown } from '../photos/process.ts'
import { watch } from './watch.ts'

/** In milliseconds: a slow line with a slow processor needs patience, a lost page must not hold the bench. */
export const patience = 240_000

/** What a browser does by itself after its start is not to be measured. */
export const settlingMs = 1_500

// The runner's compiler wraps functions that are sent to the page with a helper that no page has.
const helper = 'globalThis.__name ??= target => target'

/** Runs `work` with a browser of which all parts together get that share of one processor. */
export async function withBrowser<T>(slower: number, work: (browser: Browser) => Promise<T>): Promise<T> {
  const browser = await launchBrowser()
  let lift: (() => void) | undefined
  try {
    await after(settlingMs)
    if (slower > 1) lift = slow(browserPid(), slower)
    return await work(browser)
  } finally {
    lift?.()
    await browser.close()
  }
}

/** @throws Error where this machine does not allow it: a figure of a fast processor must not pass for a slow one's */
export function slow(pid: number, slower: number): () => void {
  const slowed = slowDown(pid, 1 / slower)
  if ('reason' in slowed) throw new Error(`the processor can't be slowed here: ${slowed.reason}`)
  return slowed.lift
}

/** Every page of it is patient, and watched from its first moment. */
export async function prepare(context: BrowserContext): Promise<void> {
  context.setDefaultTimeout(patience)
  await context.addInitScript({ content: `${helper};(${watch.toString()})()` })
}

/** A phone that has never been here. */
export async function newPhone(browser: Browser, url: string): Promise<Page> {
  const { page, context } = await openVisit(browser, 'phone', url)
  await prepare(context)
  return page
}
