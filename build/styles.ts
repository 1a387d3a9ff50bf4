import { Features, type Selector, type SelectorComponent, type TokenOrValue, transform } from 'lightningcss'
import { styleTargets } from './minimum-browsers.ts'

/** What an element of the portal may be. Everything else in a style sheet can never match. */
export interface Vocabulary {
  tags: ReadonlySet<string>
  /** Of classes and ids. */
  words: ReadonlySet<string>
  attributes: ReadonlySet<string>
  /** Whether an attribute may have that value. */
  says(attribute: string, value: string): boolean
}

const collect = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(match => match[1] ?? '')
const words = (strings: readonly string[]) => new Set(strings.flatMap(string => string.split(/[^\w-]+/)))
/** React names some otherwise, and the browser, the build or a library sets others. */
const reflected = [
  'type',
  'readonly',
  'disabled',
  'hidden',
  'open',
  'checked',
  'for',
  'value',
  'aria-current',
  'tabindex',
  'data-page',
]

/** Elements as JSX writes them; a class, role or type may be any string of the same source, or a lone word of others. */
export function vocabularyOfSource(source: string, others = ''): Vocabulary {
  const said = words([...collect(source, /("[^"\n]*"|'[^'\n]*'|`[^`]*`)/g), ...collect(others, /'([\w-]+)'/g)])
  const roles = words(collect(source, /\srole=("[^"]*"|\{[^}]*\})/g))
  return {
    tags: new Set(['html', 'head', 'body', ...collect(source, /<([a-z]\w*)/g)]),
    words: said,
    attributes: new Set([...collect(source, /[\s{]([a-z][\w-]*)=/g), ...reflected]),
    says: (attribute, value) =>
      /^(?:true|false|-?\d+)$/.test(value) || (attribute === 'role' ? roles : said).has(value),
  }
}

/** A finished page: React changes it only once the whole sheet is there. */
export function vocabularyOfPage(html: string): Vocabulary {
  const said = new Set(collect(html, /\s([a-z][\w-]*="[^"]*")/g))
  return {
    tags: new Set(collect(html, /<([a-z]\w*)/g)),
    words: words([...said]),
    // The page's own script hides what a browser that is too old can't do.
    attributes: new Set(['hidden', ...collect(html, /\s([a-z][\w-]*)(?=[=\s>/])/g)]),
    says: (attribute, value) => said.has(`${attribute}="${value}"`),
  }
}

const isPlayed = (name: string, css: string) =>
  new RegExp(`animation(?:-name)?:[^;}]*(?<![\\w-])${name}(?![\\w-])`).test(css)

/** The same style sheet without the rules, alternatives, variables and animations that nothing of the vocabulary can use. */
export function reduceStyles(css: string, known: Vocabulary): string {
  let reduced = withoutStrangers(css, known)
  let left = Number.POSITIVE_INFINITY
  for (;;) {
    const used = new Set(collect(reduced, /var\((--[\w-]+)/g))
    const unused = new Set([
      ...collect(reduced, /[{;](--[\w-]+):/g).filter(name => !used.has(name)),
      ...collect(reduced, /@keyframes ([\w-]+)/g).filter(name => !isPlayed(name, reduced)),
    ])
    // A variable that went may have been the only one that used another.
    if (unused.size === 0 || unused.size >= left) return reduced
    left = unused.size
    reduced = withoutVariables(reduced, [...unused])
  }
}

/** A sheet goes through here several times; prefixes would be added each time. Vite adds them at the end. */
const written = { minify: true, targets: styleTargets, exclude: Features.VendorPrefixes | Features.LightDark }

/**
 * icons.css draws tick, arrow and cross; a wrong field has its border and its sentence. Left are the icons of what is
 * seldom seen: a date to be picked, and a camera at work.
 */
const droppedIcons = /^--pico-icon-(?:checkbox|chevron|close|invalid|minus|valid)$/
/** theme.css has one size for every screen. */
const isOtherSize = (name: string, [value]: TokenOrValue[]) =>
  name === '--pico-font-size' && value?.type === 'token' && value.value.type === 'percentage' && value.value.value !== 1

const isUrl = ({ type }: TokenOrValue) => type === 'url'

function withoutStrangers(css: string, known: Vocabulary): string {
  const { code } = transform({
    filename: 'portal.css',
    code: Buffer.from(css),
    ...written,
    visitor: {
      Selector: selector => possible(selector, known) ?? [],
      // For Firefox before 61; what else is older than the portal's oldest browsers goes below.
      Rule: { 'moz-document': () => [] },
      // Each of Pico's fades is drawn a dozen times, and what lies behind a dialog is blurred with every picture: on a
      // slow phone the next tap waits for that.
      Declaration: {
        transition: () => [],
        'backdrop-filter': () => [],
        // An SVG is laid out as a document of its own when it is first seen: that takes such a phone 25 ms.
        custom: ({ name, value }) =>
          name.startsWith('-ms-') || (droppedIcons.test(name) && value.some(isUrl)) || isOtherSize(name, value)
            ? []
            : undefined,
      },
    },
  })
  return code.toString()
}

function withoutVariables(css: string, names: readonly string[]): string {
  const code = Buffer.from(css)
  return transform({
    filename: 'portal.css',
    code,
    ...written,
    unusedSymbols: [...names],
  }).code.toString()
}

const alternatives = (selectors: Selector[], known: Vocabulary): Selector[] =>
  selectors.map(selector => possible(selector, known)).filter(selector => selector !== undefined)

/** The selector with what it can still mean, or undefined when nothing can match it. */
function possible(selector: Selector, known: Vocabulary): Selector | undefined {
  const parts = selector.map(component => possiblePart(component, known))
  return parts.every(part => part !== undefined) ? parts : undefined
}

function possiblePart(component: SelectorComponent, known: Vocabulary): SelectorComponent | undefined {
  switch (component.type) {
    case 'type':
      return known.tags.has(component.name) ? component : undefined
    case 'class':
    case 'id':
      return known.words.has(component.name) ? component : undefined
    case 'attribute':
      return mayHave(component, known) ? component : undefined
    case 'pseudo-element':
      return mayStand(component.kind === 'custom' ? component.name : component.kind, known) ? component : undefined
    case 'pseudo-class':
      if (component.kind === 'host' || component.kind === 'autofill') return undefined
      if (!mayStand(component.kind === 'custom' ? component.name : component.kind, known)) return undefined
      if (component.kind !== 'is' && component.kind !== 'where' && component.kind !== 'has') return component
      break
    default:
      return component
  }
  const selectors = alternatives(component.selectors, known)
  return selectors.length === 0 ? undefined : { ...component, selectors }
}

/** Of Internet Explorer, and of Firefox before 88 and 61. */
const gone = /^-ms-|^-moz-(?:focus-inner|list-bullet)$/
const ofControl = /^(?:checked|disabled|file-selector-button|placeholder|-moz-ui-invalid)$/
const controls = ['button', 'input', 'select', 'textarea', 'fieldset']

/** A state or a part of an element. */
const mayStand = (name: string, { tags }: Vocabulary) =>
  !gone.test(name) && (!ofControl.test(name) || controls.some(control => tags.has(control)))

type Attribute = Extract<SelectorComponent, { type: 'attribute' }>

function mayHave({ name, operation }: Attribute, known: Vocabulary): boolean {
  if (!known.attributes.has(name)) return false
  return operation?.operator !== 'equal' || known.says(name, operation.value)
}
