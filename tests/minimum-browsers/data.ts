import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type {
  BrowserName,
  CompatData,
  CompatStatement,
  Identifier,
  SimpleSupportStatement,
} from '@mdn/browser-compat-data'
import { minimumBrowsers } from '../../build/minimum-browsers.ts'

/** MDN's table of what came with which version of which browser, and the floor as a line through it. */

const read = createRequire(import.meta.url).resolve('@mdn/browser-compat-data')
export const table: CompatData = JSON.parse(readFileSync(read, 'utf8'))

/** One thing that a browser can do, by its path in the table: `api.Response.json_static`. */
export interface Feature {
  path: string
  node: Identifier
}

const called: Readonly<Record<string, readonly BrowserName[]>> = {
  chrome: ['chrome', 'chrome_android', 'webview_android'],
  firefox: ['firefox', 'firefox_android'],
  ios_saf: ['safari_ios'],
  safari: ['safari'],
  samsung: ['samsunginternet_android'],
}

export const oldest = minimumBrowsers.flatMap(browser => {
  const [name = '', version] = browser.split(' ')
  return (called[name] ?? []).map(known => [known, Number(version)] as const)
})

const since = ({ version_added, flags, prefix, alternative_name }: SimpleSupportStatement): number =>
  !version_added || version_added === 'preview' || flags || prefix || alternative_name
    ? Number.POSITIVE_INFINITY
    : Number.parseFloat(version_added.replace('≤', ''))

const gone = ({ version_removed }: SimpleSupportStatement): number =>
  version_removed && version_removed !== 'preview' ? Number.parseFloat(version_removed.replace('≤', '')) : Infinity

/** The version with which each browser of the floor got it. */
export const arrivals = (compat: CompatStatement): [BrowserName, number][] =>
  oldest.map(([browser]) => [browser, Math.min(...[compat.support[browser] ?? []].flat().map(since))])

/** The browsers of the floor that do not know it yet: "firefox 115". Empty where all of them do. */
export function lateIn(compat: CompatStatement | undefined): string[] {
  if (!compat) return []
  return oldest.flatMap(([browser, version]) => {
    const told = [compat.support[browser] ?? []].flat()
    // What nobody has looked at is no proof of anything.
    if (told.length === 0 || told.some(one => since(one) <= version && gone(one) > version)) return []
    const first = Math.min(...told.map(since))
    return [Number.isFinite(first) ? `${browser} ${first}` : `${browser} never`]
  })
}

export const isLate = ({ node }: Feature): boolean => lateIn(node.__compat).length > 0

/** The features right below one, with their own names. */
export const children = (node: Identifier): [string, Identifier][] =>
  Object.entries(node).filter((entry): entry is [string, Identifier] => entry[0] !== '__compat')

export const at = (parent: Feature, name: string): Feature | undefined => {
  const node = Object.hasOwn(parent.node, name) ? parent.node[name] : undefined
  return node && { path: `${parent.path}.${name}`, node }
}
