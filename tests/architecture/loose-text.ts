import { type ESTree, parseSync, Visitor } from 'vite'
import { lineAt, type Source } from './source.ts'

/**
 * A page translator puts elements in place of each text node. React then changes, removes or inserts beside a node that
 * is gone: old words stay, or the page crashes. So a text that may change, and one beside what may come and go, stands
 * alone in an element, which React empties and fills as a whole.
 */

type Drawn = ESTree.JSXElement | ESTree.JSXFragment
type Node = ESTree.Node | null | undefined

/** What a child may become: an element, or words; whether it may change or go, and whether it is a list of them. */
interface Part {
  element: boolean
  words: boolean
  changes: boolean
  many: boolean
}

const nothing: Part = { element: false, words: false, changes: false, many: false }
const element: Part = { ...nothing, element: true }
const fixed: Part = { ...nothing, words: true }
const open: Part = { ...nothing, element: true, words: true, changes: true }

const either = (parts: readonly Part[]): Part => ({
  element: parts.some(part => part.element),
  words: parts.some(({ words }) => words),
  changes: true,
  many: parts.some(({ many }) => many),
})

/** Components that always draw exactly one element. */
const steady = /^(?:Icon|Link|[a-z].*)$/
/** What a file's own lines tell of its names, and those of others of what they export. */
type Names = (name: string) => Part | undefined

function partOf(node: Node, names: Names): Part {
  if (!node) return nothing
  switch (node.type) {
    case 'JSXText':
      return fixed
    case 'JSXElement':
      return steady.test(nameOf(node)) ? element : { ...element, changes: true }
    case 'JSXFragment':
      // Its own children are judged where it stands.
      return { ...element, changes: true }
    case 'JSXEmptyExpression':
      return nothing
    case 'Literal':
      return typeof node.value === 'string' || typeof node.value === 'number' ? fixed : nothing
    case 'ConditionalExpression':
      return either([partOf(node.consequent, names), partOf(node.alternate, names)])
    case 'LogicalExpression':
      return either([node.operator === '&&' ? nothing : partOf(node.left, names), partOf(node.right, names)])
    case 'CallExpression':
      return called(node, names)
    case 'Identifier':
    case 'MemberExpression':
      return isWord(node) ? fixed : (names(lastName(node)) ?? open)
    default:
      return 'expression' in node && typeof node.expression === 'object' ? partOf(node.expression, names) : open
  }
}

/** `list.map(row)` and `useMemo(() => rows)` give what the function gives that they are given. */
function called({ callee, arguments: [by] }: ESTree.CallExpression, names: Names): Part {
  const name = lastName(callee)
  if (name !== 'map' && name !== 'useMemo') return names(name) ?? open
  const given =
    by?.type === 'Identifier' ? (names(by.name) ?? open) : either(givenBy(by).map(node => partOf(node, names)))
  return { ...given, many: name === 'map' || given.many }
}

/** A word of a text file, as it stands there. */
function isWord(node: ESTree.Node): boolean {
  if (node.type !== 'MemberExpression') return false
  if (node.computed) return node.property.type === 'Literal' && isWord(node.object)
  return node.object.type === 'Identifier' && /Text$/.test(node.object.name)
}

function lastName(node: ESTree.Node): string {
  if (node.type === 'Identifier') return node.name
  return node.type === 'MemberExpression' && node.property.type === 'Identifier' ? node.property.name : ''
}

const nameOf = ({ openingElement: { name } }: ESTree.JSXElement) => (name.type === 'JSXIdentifier' ? name.name : '')

/** The expressions that a function gives; none where it is no function that stands here. */
function givenBy(node: Node): ESTree.Node[] {
  if (!node || !/^(?:Arrow)?Function/.test(node.type) || !('body' in node)) return []
  const body = node.body as ESTree.Node
  return /^(?:BlockStatement|FunctionBody)$/.test(body.type) ? returned(body) : [body]
}

function returned(node: unknown): ESTree.Node[] {
  if (typeof node !== 'object' || node === null) return []
  if (Array.isArray(node)) return node.flatMap(returned)
  const { type = '', argument } = node as { type?: string; argument?: ESTree.Node }
  if (type === 'ReturnStatement') return argument ? [argument] : []
  return /^(?:Arrow)?Function(?!Body)/.test(type) ? [] : Object.values(node).flatMap(returned)
}

interface Parsed extends Source {
  program: ESTree.Program
  names: Names
}

/** What is called ReactElement is one: the compiler sees to that. */
function parsed(source: Source, others: Map<string, () => Part>): Parsed {
  const { program } = parseSync(source.path, source.text)
  const looks = new Map<string, (() => Part)[]>()
  const learn = (name: string, look: () => Part) => looks.set(name, [...(looks.get(name) ?? []), look])
  const looking = new Set<string>()
  const names: Names = name => {
    // A name that is made of itself tells nothing more.
    if (name === 'children' || looking.has(name)) return { ...element, changes: true }
    const found = looks.get(name)
    if (!found) return name === 'undefined' ? nothing : others.get(name)?.()
    looking.add(name)
    const part = either(found.map(look => look()))
    looking.delete(name)
    return part
  }
  const given = (node: ESTree.Node) => () => either(givenBy(node).map(each => partOf(each, names)))
  const isElement = ({ start, end }: ESTree.Node) => source.text.slice(start, end).includes('ReactElement')
  const promised = (node: ESTree.TSPropertySignature | ESTree.TSMethodSignature) => {
    const part = isElement(node) ? { ...element, changes: true } : open
    learn(lastName(node.key), () => part)
    const isKnown = others.has(lastName(node.key))
    others.set(lastName(node.key), () => (isKnown ? open : part))
  }
  new Visitor({
    FunctionDeclaration: node => void (node.id && learn(node.id.name, given(node))),
    VariableDeclarator: ({ id, init }) => {
      if (id.type !== 'Identifier' || !init) return
      const isFunction = init.type === 'ArrowFunctionExpression'
      learn(id.name, isFunction ? given(init) : () => partOf(init, names))
      if (isFunction) others.set(id.name, given(init))
    },
    ArrowFunctionExpression: ({ params }) => {
      for (const each of params) if (each.type === 'Identifier' && isElement(each)) learn(each.name, () => element)
    },
    TSPropertySignature: promised,
    TSMethodSignature: promised,
  }).visit(program)
  return { ...source, program, names }
}

/** As JSX reads them: white space with a line break is none, and comments are none. */
const partsOf = ({ children }: Drawn, names: Names) =>
  children
    .filter(child => child.type !== 'JSXText' || !/^\s*\n\s*$/.test(child.value))
    .map(node => ({ node, part: partOf(node, names) }))
    .filter(({ part }) => part.element || part.words)

function eachComponent({ program }: Parsed, see: (name: string, node: ESTree.Node) => void): void {
  const look = (name: string | undefined, node: Node) => node && name && /^\p{Lu}/u.test(name) && see(name, node)
  new Visitor({
    FunctionDeclaration: node => void look(node.id?.name, node),
    VariableDeclarator: ({ id, init }) => void look(lastName(id), init),
  }).visit(program)
}

function walk(node: unknown, see: (node: Drawn) => void): void {
  if (typeof node !== 'object' || node === null) return
  const { type } = node as { type?: string }
  if (type === 'JSXElement' || type === 'JSXFragment') see(node as Drawn)
  for (const each of Object.values(node)) walk(each, see)
}

function givesChildren(node: Node): boolean {
  if (node?.type === 'Identifier') return node.name === 'children'
  if (node?.type === 'ConditionalExpression') return givesChildren(node.consequent) || givesChildren(node.alternate)
  if (node?.type === 'LogicalExpression') return givesChildren(node.left) || givesChildren(node.right)
  return node?.type === 'JSXExpressionContainer' && givesChildren(node.expression as Node)
}

/** Components that lay what they are given beside other elements; who uses them gives them elements alone. */
function layingLoose(files: readonly Parsed[]): Set<string> {
  const loose = new Set<string>()
  for (let before = -1; before < loose.size; ) {
    before = loose.size
    for (const file of files)
      eachComponent(file, (name, body) => {
        if (givenBy(body).some(givesChildren)) loose.add(name)
        walk(body, node => {
          const beside = isLoose(node, loose) || partsOf(node, file.names).length > 1
          if (beside && node.children.some(givesChildren)) loose.add(name)
        })
      })
  }
  return loose
}

const isLoose = (node: Drawn, loose: ReadonlySet<string>) => node.type === 'JSXFragment' || loose.has(nameOf(node))

/** The places where a text that a translator has replaced would crash the page, or stay as it was. */
export function looseTexts(sources: readonly Source[]): string[] {
  const others = new Map<string, () => Part>()
  const files = sources.filter(({ path }) => path.endsWith('.tsx')).map(source => parsed(source, others))
  const loose = layingLoose(files)
  return files.flatMap(file => {
    const { path, text, program, names } = file
    const found = new Set<string>()
    const say = ({ start, end }: ESTree.Node) => {
      const words = text.slice(start, end).trim().replace(/\s+/g, ' ').slice(0, 60)
      found.add(`${path}:${lineAt(text, start)} ${words || 'a blank'} — a text stands alone in its element`)
    }
    walk(program, node => {
      const parts = partsOf(node, names)
      const isBeside = isLoose(node, loose) || (parts.length > 1 && parts.some(({ part }) => part.changes))
      for (const { node: child, part } of parts) if (part.words && (isBeside || part.many)) say(child)
    })
    eachComponent(file, (_, body) => {
      for (const given of givenBy(body)) if (partOf(given, names).words) say(given)
    })
    return [...found]
  })
}
