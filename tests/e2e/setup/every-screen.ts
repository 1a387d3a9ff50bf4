import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { builds } from './builds.ts'
import { oneProvider } from './network.ts'
import { walks } from './screens.ts'
import { visitors } from './students.ts'
import { atHome } from './ways.ts'

interface Judge {
  /** What each screen must be. */
  title: string
  /** Fails for a screen that is not so. */
  look(page: Page, screen: string): Promise<void>
  /** What is done to the browser first. */
  before?(context: BrowserContext): Promise<unknown>
}

/**
 * Every screen and state at 360 px, in one page that is never loaded anew: a loaded page is announced by the browser, what
 * follows only by the portal.
 */
export async function describeEveryScreen({ title, look: judge, before }: Judge): Promise<void> {
  const visits = visitors()
  const providers = { complete: await oneProvider(), reduced: await oneProvider(builds.reduced.dir) }

  describe(title, () => {
    test.each(walks)('$name', async walk => {
      const provider = providers[walk.build ?? 'complete']
      walk.before?.(provider)
      const { page, witness, context } = await visits.open('phone', provider.url)
      await before?.(context)
      witness.allow(/status of 5\d\d/)
      await atHome(page)
      await page.evaluate(() => Object.assign(globalThis, { theSame: true }))
      const look = async (screen: string) => {
        await judge(page, screen)
        expect(await page.evaluate(() => 'theSame' in globalThis), `${screen}: in the page of before`).toBe(true)
      }
      await walk.play({ page, provider, look })
    })
  })
}
