import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import postcss from 'postcss'
import { describe, expect, test } from 'vitest'
import { dropOverruled, vocabularyOfPortal } from '../../../build/lean-styles.ts'
import { reduceStyles, refuseComputedClasses, vocabularyOfPage, vocabularyOfSource } from '../../../build/styles.ts'

const known = vocabularyOfSource(
  `<button type="button" className="plain" aria-busy={busy} role={busy ? 'alert' : 'status'}>`,
)

/** What the portal's own elements make of a style sheet that was written for everybody's. */
describe('of a whole style sheet the student downloads', () => {
  test.each([
    ['the rules of elements that the portal draws', 'button{color:red}video{color:red}', 'button{color:red}'],
    ['the alternatives that can match', ':is(button,video):hover{color:red}', ':is(button):hover{color:red}'],
    ['the classes that are given', '.plain{color:red}.striped{color:red}', '.plain{color:red}'],
    [
      'the rules of what is only read: React sets a tabindex by another name',
      '[tabindex="-1"]{color:red}',
      '[tabindex="-1"]{color:red}',
    ],
    [
      'the roles that are given, though a type or a class has the same name',
      '[role=button],[type=button],[role=status]{color:red}',
      '[type=button],[role=status]{color:red}',
    ],
    ['the variables that are read', '.plain{--a:red;--b:red;color:var(--a)}', '.plain{--a:red;color:var(--a)}'],
    [
      'widths in words that every phone reads, however often the sheet was reduced',
      '@media (width>=1px){.plain{--a:red;color:red}}',
      '@media (min-width:1px){.plain{color:red}}',
    ],
    [
      'the animations that are played',
      '@keyframes a{to{color:red}}@keyframes b{to{color:red}}.plain{animation:1s a}',
      '@keyframes a{to{color:red}}.plain{animation:1s a}',
    ],
    [
      'nothing that only Internet Explorer or an old Firefox knows',
      '@-moz-document url-prefix(){button{color:red}}button::-ms-expand{color:red}button::-moz-focus-inner{padding:0}button{-ms-touch-action:none;color:red}',
      'button{color:red}',
    ],
    [
      'one size of letters for every screen',
      '.plain{--pico-font-size:125%;font-size:var(--pico-font-size)}',
      '.plain{font-size:var(--pico-font-size)}',
    ],
    [
      'nothing that fades or blurs: a slow phone draws each step of it before it answers the next tap',
      'button{--fade:.2s;transition:color var(--fade);color:red}.plain{transition:opacity 1s;backdrop-filter:blur(1px)}',
      'button{color:red}',
    ],
    [
      'no icon that is a document of its own where a gradient draws it',
      '.plain{--pico-icon-close:url("data:image/svg+xml,x");--pico-icon-date:url("data:image/svg+xml,x");background:var(--pico-icon-close),var(--pico-icon-date)}',
      '.plain{--pico-icon-date:url(data:image/svg+xml,x);background:var(--pico-icon-close),var(--pico-icon-date)}',
    ],
  ])('%s', (_, whole, reduced) => {
    expect(reduceStyles(whole, known)).toBe(reduced)
  })
})

describe('of what a finished page shows a student downloads', () => {
  const link = '<a class="button" href="/register" type="text/html" aria-hidden="true">'
  test.each([
    ['only values that stand in that attribute', link, '[type=button],.button{color:red}', '.button{color:red}'],
    ['nor the contrary of what stands there', link, '.button[aria-hidden=false]{color:red}', ''],
    [
      'nor of a control where there is none',
      link,
      ':disabled,.button{color:red}::file-selector-button{color:red}',
      '.button{color:red}',
    ],
    [
      'but each where there is one',
      '<input type="file">',
      ':disabled{color:red}::file-selector-button{color:red}',
      ':disabled{color:red}::file-selector-button{color:red}',
    ],
  ])('%s', (_, page, whole, reduced) => {
    expect(reduceStyles(whole, vocabularyOfPage(page))).toBe(reduced)
  })
})

test('of a theme that ours replaces the student downloads what ours leaves, and what a single element says', () => {
  const root = postcss.parse(
    ':root,:host{--a:1;--b:1}[data-theme=light],:root:not([data-theme=dark]){--a:2}@media (min-width:1px){:root{--a:3}}' +
      'a{--a:4}:root a{--a:5}:root:root{--a:6}@media print{:root:root{--b:7}}',
  )
  dropOverruled(root)
  expect(root.toString().replace(/[^{}]*\{\}/g, '')).toBe(
    ':root,:host{--b:1}@media (min-width:1px){}a{--a:4}:root a{--a:5}:root:root{--a:6}@media print{:root:root{--b:7}}',
  )
})

/** A rule for what the portal never says would go silently, as one for a state that only a rule names once did. */
test('of the portal’s own sheets nothing goes: each class and each value stands in its source', () => {
  const root = join(import.meta.dirname, '..', '..', '..')
  const sheets = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.css'))
    .map(name => readFileSync(join(root, 'src', name), 'utf8'))
  const selectors = sheets.join('\n').replace(/\/\*.*?\*\/|@import.*?;|\{[^{}]*\}/gs, ' ')
  const named = [...selectors.matchAll(/\.([a-z][\w-]*)|="([^"]+)"/g)].map(([, name, value]) => name ?? value ?? '')
  expect(named.length).toBeGreaterThan(100)
  const known = vocabularyOfPortal(root)
  const { words } = known
  // An attribute or a role that nothing has would take its whole rule along.
  const ruled = (css: string) => {
    const found = new Set<string>()
    postcss.parse(css).walkRules(({ selectors }) => {
      for (const selector of selectors) found.add(selector.replace(/[\s"']|:(?=:)/g, ''))
    })
    return found
  }
  const own = sheets.join('\n').replace(/@import.*?;/g, '')
  const left = ruled(reduceStyles(own, known))
  expect([...ruled(own)].filter(selector => !left.has(selector))).toEqual([])
  expect(named.filter(name => !words.has(name) && !/^(?:true|false|-?\d+)$/.test(name))).toEqual([])
})

describe('a class whose rules a build would lose', () => {
  test.each([
    // biome-ignore lint/suspicious/noTemplateCurlyInString: this is source
    ['in an attribute', '<p className={`tone-${tone}`}>'],
    ['in parts', "<p className={'tone-' + tone}>"],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: this is source
    ['in a script', 'element.classList.add(`is-${state}`)'],
  ])('fails the build: %s', (_, source) => {
    expect(() => refuseComputedClasses(source)).toThrow('Write each class as a whole word')
  })

  test.each([
    "<p className={wide ? 'wide' : undefined}>",
    '<p className="alert">',
    "classList.toggle('away', count + 1 > 2)",
  ])('is none that is written out: %s', source => {
    expect(() => refuseComputedClasses(source)).not.toThrow()
  })
})
