import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { openProfile } from '../../e2e/setup/browser.ts'
import { flags, patience, prepare, type Speed, slowly, slowPage } from './phone.ts'
import { readyOffline } from './ready.ts'
import type { Site } from './site.ts'

/** A phone that keeps what it has while its browser is closed: each start is as cold as a student's. */
export class KeptPhone {
  readonly #directory = mkdtempSync(join(tmpdir(), 'bench-phone-'))
  readonly #site: Site

  constructor(site: Site) {
    this.#site = site
  }

  async open<T>(speed: Speed, work: (page: Page) => Promise<T>): Promise<T> {
    const { page, context } = await openProfile(this.#directory, 'phone', this.#site.url, { flags })
    try {
      await prepare(context)
      return await slowly(speed, async () => {
        await slowPage(page)
        return work(page)
      })
    } finally {
      await context.close()
    }
  }

  /** The first visit, on a good line: what it leaves on the phone is what counts. */
  async install(files: readonly string[], then?: (page: Page) => Promise<void>, said?: string): Promise<void> {
    await this.#site.begin('free')
    await this.open('full', async page => {
      await page.goto('/home', { waitUntil: 'commit', timeout: patience })
      await readyOffline(page, files, said)
      await this.#site.quiet()
      await then?.(page)
    })
  }

  dispose(): void {
    rmSync(this.#directory, { recursive: true, force: true, maxRetries: 5 })
  }
}
