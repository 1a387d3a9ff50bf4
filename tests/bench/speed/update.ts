import { spawnSync } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { buildEnvironment, precached } from '../../e2e/setup/builds.ts'
import { output, portalEnv, root } from './builds.ts'
import { type Context, note, type Part, type Runs } from './context.ts'
import type { Figure } from './figures.ts'
import { KeptPhone } from './kept-phone.ts'
import { openSite, type Site } from './site.ts'
import { bodies, filesOf } from './traffic.ts'

/** What is said otherwise in the next edition, one screen at a time. */
const screens = {
  'the wizard': 'src/features/enrolment/text.ts',
  'a document': 'src/documents/ui/row-text.ts',
  home: 'src/features/home/text.ts',
  'the receipt': 'src/features/receipt/text.ts',
} as const

function buildNext(dir: string, file: string): void {
  const args = ['--import', 'tsx', join(import.meta.dirname, 'next-edition.ts'), dir, file]
  const env = buildEnvironment({ dir, env: portalEnv })
  const { status } = spawnSync(process.execPath, args, { cwd: root, env, stdio: 'inherit' })
  if (status !== 0) throw new Error(`the edition with another ${file} could not be built`)
}

/** Resolves when the next edition is on the phone whole. Playwright's own wait takes the promise of an answer for a yes. */
const updateWaits = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    while (!(await navigator.serviceWorker.getRegistration())?.waiting)
      await new Promise(again => setTimeout(again, 100))
  })

/** A phone that has everything opens the portal, behind whose address the next edition has been laid. */
async function updateBytes(site: Site, served: string, next: string): Promise<number> {
  const phone = new KeptPhone(site)
  try {
    await phone.install(precached(served))
    cpSync(next, served, { recursive: true })
    // A browser that starts may look for an update before any page is open.
    await site.begin('free')
    return await phone.open('full', async page => {
      await page.goto('/home', { waitUntil: 'commit' })
      await updateWaits(page)
      await site.quiet()
      return bodies(filesOf(site.traffic.answers))
    })
  } finally {
    phone.dispose()
  }
}

async function figureFor({ dirs }: Context, screen: string, file: string): Promise<Figure> {
  const runs: Runs = {}
  const served = join(output, 'served')
  const next = join(output, 'next')
  buildNext(next, file)
  rmSync(served, { recursive: true, force: true })
  cpSync(dirs.portal, served, { recursive: true })
  const site = await openSite(served)
  try {
    note(runs, 'portal', await updateBytes(site, served, next))
  } finally {
    await site.close()
    rmSync(served, { recursive: true })
  }
  return { name: `an update of the words of ${screen}`, unit: 'B', runs, goal: { most: 12_000 } }
}

/** Two real editions, one after the other: what the second costs a phone that has the first. Bytes have no chance in them. */
export const update: Part = async context => {
  const figures: Figure[] = []
  for (const [screen, file] of Object.entries(screens)) figures.push(await figureFor(context, screen, file))
  return figures
}
