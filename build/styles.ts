import { Features, type Selector, type SelectorComponent, type TokenOrValue, transform } from 'lightningcss'
import { styleTargets } from './minimum-browsers.ts'

/** Which tags, classes, ids and attributes elements of the portal may have. All other selectors can never match. */
export interface Vocabulary {
  tags: ReadonlySet<string>
  /** Classes and ids. */
  words: ReadonlySet<string>
  attributes: ReadonlySet<string>
  /** Whether an attribute may have that value. */
  says(attribute: string, value: string): boolean
}

const collect = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(match => match[1] ?? '')
const words = (strings: readonly string[]) => new Set(strings.flatMap(string => string.split(/[^\w-]+/)))
/** Attributes that React writes under another name, or that the browser, the build or a library sets. */
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

/** A class that is put together when the page runs: no reader of the source finds it, and its rules would be left out. */
const computedClass =
  /(?:className=\{|classList\.(?:add|toggle|replace)\()[^}\n]*?(?:`[^`\n]*\$\{|['"`]\s*\+|\+\s*['"`])[^\n]*/g

/** @throws Error that names the places, so that a build fails instead of losing their rules in production only */
export function refuseComputedClasses(source: string): void {
  const found = source.match(computedClass)
  if (found)
    throw new Error(`Write each class as a whole word, or its rules are left out of the build: ${found.join(' · ')}`)
}

/**
 * Reads tags from JSX; a class, role or type may be any string of the same source, or a one-word string of `others`.
 */
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

/** The vocabulary of a finished page: React changes the page only once the whole style sheet is loaded. */
export function vocabularyOfPage(html: string): Vocabulary {
  const said = new Set(collect(html, /\s([a-z][\w-]*="[^"]*")/g))
  return {
    tags: new Set(collect(html, /<([a-z]\w*)/g)),
    words: words([...said]),
    // The page's own script hides what an outdated browser cannot do.
    attributes: new Set(['hidden', ...collect(html, /\s([a-z][\w-]*)(?=[=\s>/])/g)]),
    says: (attribute, value) => said.has(`${attribute}="${value}"`),
  }
}

const isPlayed = (name: string, css: string) =>
  new RegExp(`animation(?:-name)?:[^;}]*(?<![\\w-])${name}(?![\\w-])`).test(css)

/** The style sheet without rules, alternatives, variables and animations that no element of the vocabulary uses. */
export function reduceStyles(css: string, known: Vocabulary): string {
  let reduced = withoutStrangers(css, known)
  let left = Number.POSITIVE_INFINITY
  for (;;) {
    const used = new Set(collect(reduced, /var\((--[\w-]+)/g))
    const unused = new Set([
      ...collect(reduced, /[{;](--[\w-]+):/g).filter(name => !used.has(name)),
      ...collect(reduced, /@keyframes ([\w-]+)/g).filter(name => !isPlayed(name, reduced)),
    ])
    // A removed variable may have been the only user of another one.
    if (unused.size === 0 || unused.size >= left) return reduced
    left = unused.size
    reduced = withoutVariables(reduced, [...unused])
  }
}

/** A style sheet passes through here several times and would get prefixes each time; Vite adds them at the end. */
const written = { minify: true, targets: styleTargets, exclude: Features.VendorPrefixes | Features.LightDark }

/**
 * icons.css draws tick, arrow and cross, and an invalid field has its border and its sentence. Pico's icons for what is
 * rarely displayed stay: the date picker, and a camera that is starting.
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
      // For Firefox before 61; `gone` below removes what else is older than the minimum browsers.
      Rule: { 'moz-document': () => [] },
      // The browser draws each of Pico's transitions a dozen times, and blurs the background of a dialog in every
      // frame: on a slow phone the next tap waits for that.
      Declaration: {
        transition: () => [],
        'backdrop-filter': () => [],
        // The browser lays out an SVG as a document of its own at its first display: 25 ms on such a phone.
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

/** The selector without its impossible alternatives, or undefined when no element can match it. */
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

/** Internet Explorer's, and those of Firefox before 88 and 61. */
const gone = /^-ms-|^-moz-(?:focus-inner|list-bullet)$/
const ofControl = /^(?:checked|disabled|file-selector-button|placeholder|-moz-ui-invalid)$/
const controls = ['button', 'input', 'select', 'textarea', 'fieldset']

/** Whether a pseudo-class or pseudo-element can apply to an element of the portal. */
const mayStand = (name: string, { tags }: Vocabulary) =>
  !gone.test(name) && (!ofControl.test(name) || controls.some(control => tags.has(control)))

type Attribute = Extract<SelectorComponent, { type: 'attribute' }>

function mayHave({ name, operation }: Attribute, known: Vocabulary): boolean {
  if (!known.attributes.has(name)) return false
  return operation?.operator !== 'equal' || known.says(name, operation.value)
}
