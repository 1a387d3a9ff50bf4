import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright-core'

const systemNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

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

/** $CHROMIUM_PATH, Playwright's own, the system's; a bare Debian as root gets the `chromium` package. */
export function findChromium(): string {
  const asked = process.env.CHROMIUM_PATH
  if (asked) {
    if (existsSync(asked)) return asked
    throw new Error(`CHROMIUM_PATH points to ${asked}, which does not exist.`)
  }
  const found = installed()
  if (found) return found
  if (isRoot() && existsSync('/etc/debian_version')) installOnDebian(['chromium'])
  const afterwards = installed()
  if (afterwards) return afterwards
  throw new Error(
    'No Chromium was found: install Chromium or Google Chrome, run `npx playwright-core install chromium`, or set CHROMIUM_PATH to its executable.',
  )
}
