import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright-core'

const systemNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const headlessShell = 'chromium-headless-shell'

export const isRoot = () => process.getuid?.() === 0

export function onPath(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return folders
    .map(folder => join(folder, name))
    .find(file => {
      try {
        accessSync(file, constants.X_OK)
        return true
      } catch {
        return false
      }
    })
}

function installed(): string | undefined {
  const own = chromium.executablePath()
  return existsSync(own) ? own : systemNames.map(onPath).find(file => file !== undefined)
}

export function installOnDebian(packages: readonly string[]): void {
  const apt = (...args: string[]) =>
    spawnSync('apt-get', args, {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  if (apt('update').status === 0) apt('install', '-y', '--no-install-recommends', ...packages)
}

/** What `$CHROMIUM_PATH` names counts for every journey. */
function asked(): string | undefined {
  const path = process.env.CHROMIUM_PATH
  if (path && !existsSync(path)) throw new Error(`CHROMIUM_PATH points to ${path}, which does not exist.`)
  return path || undefined
}

const onBareDebian = () => isRoot() && existsSync('/etc/debian_version')

/** $CHROMIUM_PATH, Playwright's own, the system's; a bare Debian as root gets the `chromium` package. */
export function findChromium(): string {
  const found = asked() ?? installed()
  if (found) return found
  if (onBareDebian()) installOnDebian(['chromium'])
  const afterwards = installed()
  if (afterwards) return afterwards
  throw new Error(
    'No Chromium was found: install Chromium or Google Chrome, run `npx playwright-core install chromium`, or set CHROMIUM_PATH to its executable.',
  )
}

/**
 * The same engine without the windows around it: a visit costs a quarter of what it costs in Chromium, which opens a
 * window for each, seen by nobody. Where it can't be had, Chromium itself does.
 */
export function findHeadlessShell(): string {
  return asked() ?? onPath(headlessShell) ?? findChromium()
}

/** Before the journeys, which run side by side: what is missing is installed once. */
export function provideBrowsers(): void {
  findChromium()
  if (!asked() && !onPath(headlessShell) && onBareDebian()) installOnDebian([headlessShell])
}
