import { readFileSync } from 'node:fs'
import { browserslistToTargets } from 'lightningcss'

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

/** The oldest browsers that the portal is for, as package.json names them for every tool: "firefox 98". */
export const floor: readonly string[] = manifest.browserslist

/**
 * The compiler rewrites every class field for two faults of these: Chrome's with static ones called `name` or `length`,
 * Safari's with a parenthesis in a field's value (webkit.org/b/236843). That is 1.3 kB for faults that nothing here meets
 * (tests/floor/syntax.ts looks), and no other syntax is new in the versions in which they are mended.
 */
const mended: Readonly<Record<string, string>> = { chrome: 'chrome98', ios_saf: 'ios16', safari: 'safari16' }

/** For scripts. Samsung Internet is Chromium, and newer than Chrome's own floor. */
export const scriptTargets = floor
  .map(browser => browser.split(' '))
  .filter(([name]) => name !== 'samsung')
  .map(([name = '', version]) => mended[name] ?? `${name}${version}`)

/** For styles. */
export const styleTargets = browserslistToTargets([...floor])
