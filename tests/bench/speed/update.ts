import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Plugin } from 'vite'
import { buildEnvironment, precached } from '../../e2e/setup/builds.ts'
import { output, portalEnv, root } from './builds.ts'
import type { Context } from './context.ts'
import { type Figure, note, type Runs } from './figures.ts'
import { KeptPhone } from './phone.ts'
import { Site } from './site.ts'

/** What is said otherwise in the next edition, one screen at a time. */
const screens = {
  'the wizard': 'src/features/enrolment/text.ts',
  'a document': 'src/documents/ui/row-text.ts',
  home: 'src/features/home/text.ts',
  'the receipt': 'src/features/receipt/text.ts',
} as const

const sentence = /(= '[^'\n]{12,})'\n/

/** The portal with one sentence of one file changed. */
async function buildNext(outDir: string, file: string): Promise<void> {
  const changed: Plugin = {
    name: 'changed',
    enforce: 'pre',
    transform(code, id) {
      if (id !== join(root, file)) return undefined
      if (!sentence.test(code)) throw new Error(`${file} has no sentence that could be changed.`)
      return { code: code.replace(sentence, "$1 (bientôt)'\n"), map: null }
    },
  }
  process.env = buildEnvironment({ dir: outDir, env: portalEnv })
  await build({ root, logLevel: 'warn', plugins: [changed], build: { outDir, emptyOutDir: true } })
}

/** A phone that has everything opens the portal, behind whose address the next edition has been laid. */
async function bytesOf(site: Site, next: string): Promise<number> {
  const phone = new KeptPhone(site)
  try {
    await phone.install(precached(site.dir))
    cpSync(next, site.dir, { recursive: true })
    // A browser that starts may look for an update before any page is open.
    await site.begin('free')
    return await phone.open('full', async page => {
      await page.goto('/home', { waitUntil: 'commit' })
      // Playwright's own wait takes the promise of an answer for a yes.
      await page.evaluate(async () => {
        while (!(await navigator.serviceWorker.getRegistration())?.waiting)
          await new Promise(again => setTimeout(again, 100))
      })
      await site.quiet()
      return site.traffic.files
    })
  } finally {
    phone.dispose()
  }
}

/** Two real editions, one after the other: what the second costs a phone that has the first. Bytes have no chance. */
export async function update({ sites }: Context): Promise<Figure[]> {
  const figures: Figure[] = []
  const [served, next] = [join(output, 'served'), join(output, 'next')]
  for (const [screen, file] of Object.entries(screens)) {
    const runs: Runs = {}
    await buildNext(next, file)
    rmSync(served, { recursive: true, force: true })
    cpSync(sites.portal.dir, served, { recursive: true })
    const site = await Site.open(served)
    note(runs, 'portal', await bytesOf(site, next).finally(() => site.close()))
    figures.push({ name: `an update of the words of ${screen}`, unit: 'B', runs, goal: { most: 12_000 } })
  }
  return figures
}
