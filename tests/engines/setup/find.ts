import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { installOnDebian, isRoot, onPath } from '../../e2e/setup/chromium.ts'

/** What the journeys in other engines need of a machine. */

const packages = ['firefox-esr', 'webkit2gtk-driver', 'xvfb', 'xauth']

/** Debian puts it beside the engine's own processes. */
function foundMiniBrowser(): string | undefined {
  const libraries = '/usr/lib'
  const folders = existsSync(libraries) ? readdirSync(libraries).filter(name => name.includes('-linux-')) : []
  return folders
    .flatMap(folder => readdirSync(join(libraries, folder)).map(name => join(libraries, folder, name, 'MiniBrowser')))
    .find(file => /webkit/.test(file) && existsSync(file))
}

export function miniBrowser(): string {
  const found = foundMiniBrowser()
  if (!found) throw new Error('MiniBrowser is not installed, and its journeys should have been skipped.')
  return found
}

const has = {
  Firefox: () => onPath('firefox-esr') !== undefined,
  WebKit: () =>
    foundMiniBrowser() !== undefined && ['WebKitWebDriver', 'Xvfb'].every(program => onPath(program) !== undefined),
}

export type EngineName = keyof typeof has

const missing = () => (Object.keys(has) as EngineName[]).filter(name => !has[name]())

/**
 * Those that this machine can't have, after a bare Debian as root was given the packages.
 * @throws Error on a CI machine: what it does not try is not proved
 */
export function missingEngines(): EngineName[] {
  if (missing().length > 0 && isRoot() && existsSync('/etc/debian_version')) installOnDebian(packages)
  const left = missing()
  if (left.length === 0) return left
  const told = `${left.join(' and ')} cannot be had here (Debian: ${packages.join(', ')}): their journeys are skipped.`
  if (process.env.CI === 'true') throw new Error(told)
  console.warn(told)
  return left
}
