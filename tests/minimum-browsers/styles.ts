import postcss, { type AtRule, type Declaration } from 'postcss'
import { at, children, type Feature, lateIn, table } from './data.ts'

/** Which parts of a built style sheet the floor does not understand. */

const root = (path: string): Feature => ({
  path: `css.${path}`,
  node: path.split('.').reduce((node, name) => node[name] ?? {}, table.css as Feature['node']),
})
const atRules = root('at-rules')
const properties = root('properties')
const selectors = root('selectors')

/** What a browser has never learned, today's does not know either: that is no question of the floor. */
const isLate = ({ node }: Feature) => lateIn(node.__compat).some(late => !late.endsWith('never'))

/** Functions and units, wherever the table has them: `color-mix` lies below `color`, `dvh` in a description. */
const functions = new Map<string, Feature>()
const units = new Map<string, Feature>()
const learn = (feature: Feature): void => {
  for (const [name, node] of children(feature.node)) {
    const child = { path: `${feature.path}.${name}`, node }
    const description = node.__compat?.description ?? ''
    functions.set(name, child)
    if (description.includes(' units'))
      for (const [, unit = ''] of description.matchAll(/<code>(\w+)<\/code>/g)) units.set(unit, child)
    else if (feature.path === 'css.types.length') units.set(name, child)
    learn(child)
  }
}
learn(root('types'))

const unencrypted = (value: string) => value.replace(/url\([^)]*\)|"[^"]*"|'[^']*'|--[\w-]+/g, ' ')

function inValue(prop: string, written: string): Feature[] {
  const value = unencrypted(written)
  const property = at(properties, prop)
  const words = [...value.matchAll(/(?<![\w.#-])-?[a-z][\w-]*/gi)].map(([word]) => word)
  const called = [...value.matchAll(/([a-z][\w-]*)\(/gi)].map(([, name = '']) => functions.get(name))
  const measured = [...value.matchAll(/(?<![\w#-])-?[\d.]+([a-z]+)/gi)].map(([, unit = '']) => units.get(unit))
  return [property, ...words.map(word => property && at(property, word)), ...called, ...measured].filter(
    feature => feature !== undefined,
  )
}

const unprefixed = (prop: string) => prop.replace(/^-(?:webkit|moz)-/, '')

/** The same thing said before in words that the floor knows: what it does not understand it leaves out. */
const hasFallback = (declaration: Declaration): boolean => {
  const earlier = declaration.parent?.nodes.slice(0, declaration.parent.index(declaration)) ?? []
  return earlier.some(
    node =>
      node.type === 'decl' &&
      unprefixed(node.prop) === declaration.prop &&
      (node.prop !== declaration.prop || !inValue(node.prop, node.value).some(isLate)),
  )
}

function inDeclaration(declaration: Declaration): Feature[] {
  const { prop, value } = declaration
  if (prop.startsWith('--')) return inValue('', value)
  const used = inValue(prop, value)
  return used.some(isLate) && hasFallback(declaration) ? [] : used
}

function inAtRule({ name, params }: AtRule): Feature[] {
  const rule = at(atRules, name)
  if (!rule || name !== 'media') return rule ? [rule] : []
  const range = /[<>=]/.test(params) ? [at(rule, 'range_syntax')] : []
  const asked = [...params.matchAll(/\(\s*(?:min-|max-)?([a-z-]+)/g)].map(([, feature = '']) => at(rule, feature))
  return [rule, ...range, ...asked].filter(feature => feature !== undefined)
}

/** One selector that is not understood takes all of its list with it. */
const inSelector = (selector: string): Feature[] =>
  [...selector.matchAll(/::?([a-z-]+)|(&)/g)]
    .map(([, name, nesting]) => at(selectors, nesting ? 'nesting' : (name ?? '')))
    .filter(feature => feature !== undefined)

const asked = (node: { parent?: unknown }): boolean => {
  const parent = node.parent as (AtRule & { parent?: unknown }) | undefined
  return parent !== undefined && ((parent.type === 'atrule' && parent.name === 'supports') || asked(parent))
}

/** The paths of what is used, came after the floor, and is neither asked for (`@supports`) nor said otherwise before. */
export function lateStyles(css: string): string[] {
  const used: Feature[] = []
  postcss.parse(css).walk(node => {
    if (asked(node)) return
    if (node.type === 'decl') used.push(...inDeclaration(node))
    if (node.type === 'atrule') used.push(...inAtRule(node))
    if (node.type === 'rule') used.push(...inSelector(node.selector))
  })
  return [...new Set(used.filter(isLate).map(({ path }) => path))].sort()
}
