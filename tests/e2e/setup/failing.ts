import type { Page } from 'playwright-core'

/** What React writes to the console of an error that its screen had, and what the portal reports of it. */
export const screenFailed = /put there by the test/

declare global {
  var failsIn: { selector: string; times: number }
}

/** The next changes that React makes of the children of such elements fail, as where somebody has moved them. */
export async function failIn(page: Page, selector: string, times = Number.POSITIVE_INFINITY): Promise<void> {
  await page.evaluate(
    next => {
      const isThere = 'failsIn' in globalThis
      globalThis.failsIn = next
      if (isThere) return
      for (const name of ['appendChild', 'insertBefore', 'removeChild'] as const) {
        const real = Node.prototype[name] as (this: Node, ...given: unknown[]) => Node
        Object.defineProperty(Node.prototype, name, {
          value(this: Node, ...given: unknown[]) {
            const { selector, times } = failsIn
            if (times > 0 && this.isConnected && this instanceof Element && this.matches(selector)) {
              failsIn.times -= 1
              throw new DOMException('put there by the test', 'NotFoundError')
            }
            return real.apply(this, given)
          },
        })
      }
    },
    { selector, times },
  )
}
