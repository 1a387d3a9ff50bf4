import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { launchBrowser, openVisit } from './e2e/setup/browser.ts'
import { builds, ensureBuild } from './e2e/setup/builds.ts'
import { startOtherProvider } from './e2e/setup/other-provider.ts'
import { type Walk, walks } from './e2e/setup/screens.ts'
import { atHome } from './e2e/setup/ways.ts'
import { chosenLooks, type LookName, looks } from './screenshots/looks.ts'
import { montage, type Shot } from './screenshots/montage.ts'
import { scenes } from './screenshots/scenes.ts'

/**
 * `npm run screenshots -- [folder] [part of a scene's name] [parts of looks' names, by commas]`: every screen and state as
 * it is met (what the screen shows) and whole, and a montage of each scene to compare its looks.
 */

const [folder = join(import.meta.dirname, '.output', 'screens'), only = '', wanted] = process.argv.slice(2)
const chosen = [...walks, ...scenes].filter(({ name }) => name.includes(only))
const shots: Shot[] = []
const slug = (words: string) => words.replace(/[^\p{L}\d]+/gu, '-').replace(/^-|-$/g, '')

/** @returns what went wrong, in words */
async function play(browser: Browser, walk: Walk, look: LookName): Promise<string[]> {
  const provider = await startOtherProvider(builds[walk.build ?? 'complete'].dir)
  const { device, options } = looks[look]
  const { page, context, witness } = await openVisit(browser, device, provider.url, options)
  const shot = async (state: string) => {
    const file = join(look, `${slug(`${walk.name} ${state}`)}.png`)
    const path = join(folder, file)
    await page.screenshot({ path, animations: 'disabled' })
    await page.screenshot({ path: path.replace('.png', '-whole.png'), fullPage: true, animations: 'disabled' })
    shots.push({ scene: slug(walk.name), state, look, file })
  }
  const troubles: string[] = []
  try {
    walk.before?.(provider)
    await atHome(page)
    await walk.play({ page, provider, look: shot })
  } catch (error) {
    await shot('STOPPED HERE').catch(() => undefined)
    troubles.push(error instanceof Error ? error.message : String(error))
  } finally {
    await context.close().catch(() => undefined)
    await provider.stop()
  }
  const exceptions = witness.complaints.filter(({ kind }) => kind === 'exception')
  return [...troubles, ...exceptions.map(({ text }) => text)]
}

for (const build of Object.values(builds)) ensureBuild(build, process.env.E2E_REBUILD === '1')
const missing: string[] = []
for (const look of chosenLooks(wanted)) {
  mkdirSync(join(folder, look), { recursive: true })
  const browser = await launchBrowser({ timeout: 120_000, flags: looks[look].flags })
  for (const walk of chosen) {
    const troubles = await play(browser, walk, look)
    console.log(`${troubles.length === 0 ? '✓' : '✗'} ${walk.name} (${look})`)
    missing.push(...troubles.map(trouble => `✗ ${walk.name} (${look}): ${trouble}`))
  }
  await browser.close()
}
const browser = await launchBrowser()
await montage(browser, folder, shots)
await browser.close()
console.log([...missing, `${folder}: ${missing.length === 0 ? 'complete' : `${missing.length} troubles`}`].join('\n\n'))
process.exit(missing.length === 0 ? 0 : 1)
