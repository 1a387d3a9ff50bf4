import type { Page } from 'playwright-core'
import type { OtherProvider } from '../e2e/setup/other-provider.ts'
import { comeTo } from '../e2e/setup/ways.ts'

export interface Stage {
  page: Page
  provider: OtherProvider
  /** Takes the picture. */
  shot(name: string): Promise<void>
}

/** One visit of a new student, with as many pictures as it passes states. */
export interface Scene {
  name: string
  build?: 'complete' | 'reduced'
  play(stage: Stage): Promise<void>
}

/** A screen shown as soon as it is opened, the provider being as `before` makes it. */
export const still = (name: string, path: string, before: (provider: OtherProvider) => void = () => {}): Scene => ({
  name,
  play: async ({ page, provider, shot }) => {
    before(provider)
    await comeTo(page, path)
    await page.locator('h1').first().waitFor()
    await settled(page)
    await shot(name)
  },
})

/** Nothing asked for is still on its way. */
export const settled = (page: Page) => page.waitForLoadState('networkidle')
