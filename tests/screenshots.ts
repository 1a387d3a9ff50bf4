import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { type Device, devices, launchBrowser, openVisit, type Visit } from './e2e/setup/browser.ts'
import { builds, ensureBuild } from './e2e/setup/builds.ts'
import { startOtherProvider } from './e2e/setup/other-provider.ts'
import { preparePhotos } from './photos/photographs.ts'
import { deviceScenes } from './screenshots/device-scenes.ts'
import { fileScenes } from './screenshots/file-scenes.ts'
import { homeScenes } from './screenshots/home-scenes.ts'
import type { Scene } from './screenshots/scene.ts'
import { wizardScenes } from './screenshots/wizard-scenes.ts'

/** `npm run screenshots -- [folder] [part of a scene's name]`: every screen and state, on a phone and a tablet, by day and by night. */

const [folder = join(import.meta.dirname, '.output', 'screens'), only = ''] = process.argv.slice(2)
/** Milliseconds; a machine that is busy with something else starts a browser slowly. */
const launchMs = 120_000
const schemes = ['light', 'dark'] as const
const scenes = [...homeScenes, ...wizardScenes, ...fileScenes, ...deviceScenes].filter(scene =>
  scene.name.includes(only),
)

async function play(
  browser: Browser,
  scene: Scene,
  device: Device,
  scheme: (typeof schemes)[number],
): Promise<string[]> {
  const place = join(folder, `${device}-${scheme}`)
  mkdirSync(place, { recursive: true })
  const where = `${scene.name} (${device}, ${scheme})`
  const provider = await startOtherProvider(builds[scene.build ?? 'complete'].dir)
  let visit: Visit | undefined
  const shot = async (name: string) => {
    await visit?.page.screenshot({ path: join(place, `${name}.png`), fullPage: true, animations: 'disabled' })
  }
  try {
    visit = await openVisit(browser, device, provider.url, { colorScheme: scheme })
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
async function alive(browser: Browser | undefined): Promise<Browser> {
  if (browser?.isConnected()) return browser
  return launchBrowser({ timeout: launchMs }).catch(() => launchBrowser({ timeout: launchMs }))
}

for (const build of Object.values(builds)) ensureBuild(build, process.env.E2E_REBUILD === '1')
await preparePhotos()
let browser: Browser | undefined
const missing: string[] = []
for (const device of Object.keys(devices) as Device[]) {
  for (const scheme of schemes) {
    for (const scene of scenes) {
      browser = await alive(browser)
      const troubles = await play(browser, scene, device, scheme)
      process.stdout.write(`${troubles.length === 0 ? '✓' : '✗'} ${scene.name} (${device}, ${scheme})\n`)
      missing.push(...troubles)
    }
  }
}
await browser?.close()
for (const trouble of missing) process.stdout.write(`\n✗ ${trouble}\n`)
process.stdout.write(`\n${folder}: ${missing.length === 0 ? 'complete' : `${missing.length} scene(s) stopped early`}\n`)
process.exit(missing.length === 0 ? 0 : 1)
