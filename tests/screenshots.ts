import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { launchBrowser, openVisit, type Visit } from './e2e/setup/browser.ts'
import { builds, ensureBuild } from './e2e/setup/builds.ts'
import { startOtherProvider } from './e2e/setup/other-provider.ts'
import { preparePhotos } from './photos/photographs.ts'
import { deviceScenes } from './screenshots/device-scenes.ts'
import { fileScenes } from './screenshots/file-scenes.ts'
import { homeScenes } from './screenshots/home-scenes.ts'
import { chosenLooks, type LookName, looks } from './screenshots/looks.ts'
import { montage, type Shot } from './screenshots/montage.ts'
import { movingScenes } from './screenshots/moving-scenes.ts'
import type { Scene } from './screenshots/scene.ts'
import { wizardScenes } from './screenshots/wizard-scenes.ts'

/**
 * `npm run screenshots -- [folder] [part of a scene's name] [parts of looks' names, by commas]`: every screen and state as
 * it is met (what the screen shows) and whole, and a montage of each scene to compare its looks.
 */

const [folder = join(import.meta.dirname, '.output', 'screens'), only = '', wanted] = process.argv.slice(2)
/** Milliseconds; a machine that is busy with something else starts a browser slowly. */
const launchMs = 120_000
const scenes = [...homeScenes, ...wizardScenes, ...fileScenes, ...deviceScenes, ...movingScenes].filter(scene =>
  scene.name.includes(only),
)
const shots: Shot[] = []

async function play(browser: Browser, scene: Scene, look: LookName): Promise<string[]> {
  mkdirSync(join(folder, look), { recursive: true })
  const where = `${scene.name} (${look})`
  const provider = await startOtherProvider(builds[scene.build ?? 'complete'].dir)
  let visit: Visit | undefined
  const shot = async (state: string) => {
    const file = join(look, `${state}.png`)
    await visit?.page.screenshot({ path: join(folder, file), animations: 'disabled' })
    shots.push({ scene: scene.name, state, look, file })
    const whole = join(folder, look, `${state}-whole.png`)
    await visit?.page.screenshot({ path: whole, fullPage: true, animations: 'disabled' })
  }
  try {
    const { device, options } = looks[look]
    visit = await openVisit(browser, device, provider.url, options)
    await scene.play({ page: visit.page, provider, shot })
    const exceptions = visit.witness.complaints.filter(({ kind }) => kind === 'exception')
    return exceptions.map(({ text }) => `${where}: ${text}`)
  } catch (error) {
    await shot(`${scene.name}-STOPPED-HERE`).catch(() => undefined)
    return [`${where}: ${error instanceof Error ? error.message : String(error)}`]
  } finally {
    await visit?.context.close().catch(() => undefined)
    await provider.stop()
  }
}

/** A browser that died under a scene is replaced: the other scenes still want their pictures. */
async function alive(browser: Browser | undefined, flags: readonly string[]): Promise<Browser> {
  if (browser?.isConnected()) return browser
  const launch = () => launchBrowser({ timeout: launchMs, flags })
  return launch().catch(launch)
}

for (const build of Object.values(builds)) ensureBuild(build, process.env.E2E_REBUILD === '1')
await preparePhotos()
const browsers = new Map<string, Browser>()
const missing: string[] = []
for (const look of chosenLooks(wanted)) {
  const { flags } = looks[look]
  for (const scene of scenes) {
    const browser = await alive(browsers.get(flags.join()), flags)
    browsers.set(flags.join(), browser)
    const troubles = await play(browser, scene, look)
    process.stdout.write(`${troubles.length === 0 ? '✓' : '✗'} ${scene.name} (${look})\n`)
    missing.push(...troubles)
  }
}
const usual = await alive(browsers.get(''), [])
await montage(usual, folder, shots)
await usual.close()
for (const browser of browsers.values()) await browser.close()
for (const trouble of missing) process.stdout.write(`\n✗ ${trouble}\n`)
process.stdout.write(`\n${folder}: ${missing.length === 0 ? 'complete' : `${missing.length} scene(s) stopped early`}\n`)
process.exit(missing.length === 0 ? 0 : 1)
