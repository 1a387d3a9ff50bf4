import { readFileSync } from 'node:fs'
import { browserslistToTargets } from 'lightningcss'

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

/** The oldest browsers that the portal is for, as package.json names them for every tool: "firefox 98". */
export const minimumBrowsers: readonly string[] = manifest.browserslist

/**
 * In these browsers class fields have two faults: Chrome's with static ones called `name` or `length`, Safari's with a
 * parenthesis in a field's value (webkit.org/b/236843). For them the compiler would rewrite every field, 1.3 kB more.
 * Nothing here has such fields (tests/minimum-browsers/syntax.ts looks), so it is told the versions in which they are mended.
 */
const corrected: Readonly<Record<string, string>> = { chrome: 'chrome98', ios_saf: 'ios16', safari: 'safari16' }

/** For scripts. Samsung Internet is Chromium, and newer than Chrome's own floor. */
export const scriptTargets = minimumBrowsers
  .map(browser => browser.split(' '))
  .filter(([name]) => name !== 'samsung')
  .map(([name = '', version]) => corrected[name] ?? `${name}${version}`)

/** For styles. */
export const styleTargets = browserslistToTargets([...minimumBrowsers])
