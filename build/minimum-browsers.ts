import { readFileSync } from 'node:fs'
import { browserslistToTargets } from 'lightningcss'

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

/**
 * The oldest browsers that the portal supports, in the form that package.json gives to every tool:
 * "firefox 98".
 */
export const minimumBrowsers: readonly string[] = manifest.browserslist

/**
 * Class fields have bugs in these browsers: Chrome's static ones called `name` or `length`,
 * Safari's with a parenthesis in the value (webkit.org/b/236843). The compiler would rewrite every
 * field, 1.3 kB more. The portal has no such fields (tests/minimum-browsers/syntax.ts checks), so
 * the compiler gets the versions with the fix.
 */
const corrected: Readonly<Record<string, string>> = {
  chrome: 'chrome98',
  ios_saf: 'ios16',
  safari: 'safari16',
}

/** For scripts. Samsung Internet is left out: it is Chromium, newer than the minimum Chrome. */
export const scriptTargets = minimumBrowsers
  .map(browser => browser.split(' '))
  .filter(([name]) => name !== 'samsung')
  .map(([name = '', version]) => corrected[name] ?? `${name}${version}`)

/** For styles. */
export const styleTargets = browserslistToTargets([...minimumBrowsers])
