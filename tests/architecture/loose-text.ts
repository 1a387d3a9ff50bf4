import { type ESTree, parseSync } from 'vite'
import { lineAt, type Source, target } from './source.ts'

/**
 * A page translator replaces each text node. React, which knows its own node alone, then changes words that nobody sees,
 * and fails where it removes that node or inserts beside it. Only a text that is its element's one child is safe: React
 * writes it by `textContent`. So no child beside others may be a text: its syntax or its type says that it is none.
 */
export function looseTexts(sources: readonly Source[]): string[] {
  const files = new Map<string, File>()
  for (const source of sources) if (source.path.endsWith('.tsx')) files.set(source.path, new File(source, files))
  return [...files.values()].flatMap(file => file.reports())
}

type Node = ESTree.Node
type Callable = ESTree.Function | ESTree.ArrowFunctionExpression
/** What is known of a name: what it is set to, its type, or nothing. */
type Known = Node | undefined

const isCallable = (node: Node): node is Callable =>
  node.type === 'ArrowFunctionExpression' || node.type === 'FunctionExpression' || node.type === 'FunctionDeclaration'
const isType = ({ type }: Node) => type.startsWith('TS') && type !== 'TSNonNullExpression'

/** Boolean by what they do. */
const comparing = /^(?:[=!]==?|[<>]=?|in|instanceof)$/
const makesList = /^(?:map|flatMap|split|filter)$/
const elementType = /^\(*(?:(?:\w+\.)?(?:Elements|ReactElement|Element)(?:\[\])?|undefined|null|boolean|true|false)\)*$/
const isElementType = (type: string) => type.split('|').every(part => elementType.test(part.trim()))

/** What a function of this type gives, after its last arrow: of `((a: string) => Elements) | undefined` the middle. */
const resultOf = (type: string) => /.*(?:=>|\):)\s*(.*)/s.exec(type)?.[1]?.replace(/\)\s*\|.*/s, '') ?? ''

class File {
  readonly #source: Source
  readonly #files: ReadonlyMap<string, File>
  readonly #program: ESTree.Program
  readonly #imported = new Map<string, { from: string; name: string }>()
  readonly #known = new Map<string, Known[]>()
  /** Names that are being judged: a name that is made of itself says nothing new. */
  readonly #open = new Set<string>()

  constructor(source: Source, files: ReadonlyMap<string, File>) {
    this.#source = source
    this.#files = files
    this.#program = parseSync(source.path, source.text).program
    everywhere(this.#program, node => this.#learn(node))
  }

  reports(): string[] {
    const { path, text } = this.#source
    const found = new Set<Node>()
    everywhere(this.#program, node => {
      const isParent = node.type === 'JSXElement' || node.type === 'JSXFragment'
      const loose = isParent ? this.#looseIn(node) : componentReturns(node).filter(each => this.#mayBeText(each))
      for (const each of loose) found.add(each)
    })
    return [...found].map(({ start, end }) => {
      const words = text.slice(start, end).trim().replace(/\s+/g, ' ').slice(0, 60)
      return `${path}:${lineAt(text, start)} ${words} — a text beside others needs an element of its own`
    })
  }

  /** The children that may be text and stand beside others, here or where the element is drawn. */
  #looseIn(parent: ESTree.JSXElement | ESTree.JSXFragment): Node[] {
    const children = parent.children.filter(child => !isLeftOut(child))
    const isAlone = children.length === 1 && !this.#isTransparent(parent)
    return children.filter(child => this.#mayBeText(child, isAlone))
  }

  /** A fragment, or a component of a package, which may be no more than one (Suspense, a provider). */
  #isTransparent(parent: ESTree.JSXElement | ESTree.JSXFragment): boolean {
    if (parent.type === 'JSXFragment' || parent.openingElement.name.type !== 'JSXIdentifier') return true
    const from = this.#imported.get(parent.openingElement.name.name)?.from
    return from !== undefined && !from.startsWith('.')
  }

  /** @param isAlone an element's one child: a string is safe, a list with a string in it is not */
  #mayBeText(node: Node, isAlone = false): boolean {
    switch (node.type) {
      case 'JSXElement':
      case 'JSXFragment':
      case 'JSXEmptyExpression':
        return false
      case 'Literal':
        return !isAlone && (typeof node.value === 'string' ? node.value !== '' : typeof node.value === 'number')
      case 'UnaryExpression':
        return !isAlone && node.operator !== '!'
      case 'BinaryExpression':
        return !isAlone && !comparing.test(node.operator)
      case 'LogicalExpression':
        return this.#mayBeText(node.right, isAlone) || (node.operator !== '&&' && this.#mayBeText(node.left, isAlone))
      case 'ConditionalExpression':
        return this.#mayBeText(node.consequent, isAlone) || this.#mayBeText(node.alternate, isAlone)
      case 'ArrayExpression':
        return node.elements.some(each => each !== null && this.#mayBeText(each))
      case 'SpreadElement':
        return this.#mayBeText(node.argument)
      case 'CallExpression':
        return (!isAlone || makesList.test(calledName(node))) && this.#callMayBeText(node)
      case 'Identifier': {
        const isList = (known: Known) => known !== undefined && !isType(known) && this.#mayBeText(known, true)
        return isAlone ? this.#about(node.name, isList) : node.name !== 'undefined' && this.nameMayBeText(node.name)
      }
      case 'MemberExpression':
        if (node.property.type !== 'Identifier' || node.computed) return !isAlone
        return !isAlone && this.nameMayBeText(node.property.name)
      case 'JSXSpreadChild':
        return this.#mayBeText(node.expression)
      case 'JSXExpressionContainer':
      case 'ParenthesizedExpression':
      case 'ChainExpression':
      case 'TSNonNullExpression':
        return this.#mayBeText(node.expression, isAlone)
      default:
        return !isAlone
    }
  }

  #callMayBeText(node: ESTree.CallExpression): boolean {
    const name = calledName(node)
    const [first] = node.arguments
    if (/^(?:map|flatMap|useMemo)$/.test(name)) return !first || this.#resultMayBeText(first)
    if (/^(?:filter|slice|toReversed)$/.test(name) && node.callee.type === 'MemberExpression')
      return this.#mayBeText(node.callee.object)
    return name === '' || this.nameMayBeText(name, true)
  }

  /** What a function gives that is handed over as itself or by its name. */
  #resultMayBeText(node: Node): boolean {
    if (isCallable(node)) return returned(node).some(each => this.#mayBeText(each))
    return node.type !== 'Identifier' || this.nameMayBeText(node.name, true)
  }

  /** @param isCalled what the name stands for is called, and its result is the child */
  nameMayBeText(name: string, isCalled = false): boolean {
    const imported = this.#imported.get(name)
    if (imported) {
      const other = this.#files.get(target(this.#source.path, imported.from) ?? '')
      return other?.nameMayBeText(imported.name, isCalled) ?? true
    }
    if (!this.#known.has(name)) return true
    return this.#about(name, known => {
      if (!known) return true
      if (isCallable(known)) return isCalled && this.#resultMayBeText(known)
      if (!isType(known)) return isCalled || this.#mayBeText(known)
      const type = this.#source.text.slice(known.start, known.end)
      return !isElementType(isCalled ? resultOf(type) : type)
    })
  }

  #about(name: string, says: (known: Known) => boolean): boolean {
    if (this.#open.has(name)) return false
    this.#open.add(name)
    const said = (this.#known.get(name) ?? []).some(says)
    this.#open.delete(name)
    return said
  }

  #add(name: string, known: Known): void {
    this.#known.set(name, [...(this.#known.get(name) ?? []), known])
  }

  #learn(node: Node): void {
    if (node.type === 'ImportDeclaration') this.#import(node)
    const key = 'key' in node && node.key.type === 'Identifier' ? node.key.name : ''
    if (node.type === 'TSPropertySignature' && key) this.#add(key, node.typeAnnotation?.typeAnnotation)
    if (node.type === 'TSMethodSignature' && key) this.#add(key, node)
    if (node.type === 'VariableDeclarator') this.#bind(node.id, node.init ?? undefined)
    if (node.type === 'AssignmentExpression' && node.left.type === 'Identifier')
      this.#add(node.left.name, node.operator === '=' ? node.right : undefined)
    if (!isCallable(node)) return
    if (node.type === 'FunctionDeclaration' && node.id) this.#add(node.id.name, node)
    for (const param of node.params) this.#bind(param, undefined)
  }

  #bind(pattern: Node, value: Known): void {
    const type = 'typeAnnotation' in pattern ? (pattern.typeAnnotation as ESTree.TSTypeAnnotation | null) : null
    if (pattern.type === 'Identifier') {
      // A `let` that is set later is what it is set to.
      if (type || value) this.#add(pattern.name, type?.typeAnnotation ?? value)
      else if (!this.#known.has(pattern.name)) this.#add(pattern.name, undefined)
      return
    }
    // What is taken out of props is known by their type.
    if (pattern.type === 'ObjectPattern' && (type || (value?.type === 'Identifier' && value.name === 'props'))) return
    everywhere(pattern, node => {
      if (node.type === 'Identifier') this.#add(node.name, undefined)
    })
  }

  #import({ source, specifiers }: ESTree.ImportDeclaration): void {
    for (const each of specifiers) {
      const name = each.type === 'ImportSpecifier' && each.imported.type === 'Identifier' ? each.imported.name : '*'
      this.#imported.set(each.local.name, { from: source.value, name })
    }
  }
}

/** The nodes within a node, in their order. */
const within = (node: Node): Node[] =>
  Object.values(node)
    .flat()
    .filter((each): each is Node => typeof each?.type === 'string')

function everywhere(node: Node, visit: (node: Node) => void): void {
  visit(node)
  for (const inner of within(node)) everywhere(inner, visit)
}

/** What a function returns, without what the functions in it do. */
function returned({ body }: Callable): Node[] {
  if (body?.type !== 'BlockStatement') return body ? [body] : []
  const found: Node[] = []
  const look = (node: Node): void => {
    if (node.type === 'ReturnStatement' && node.argument) found.push(node.argument)
    if (!isCallable(node)) within(node).forEach(look)
  }
  look(body)
  return found
}

function calledName({ callee }: ESTree.CallExpression): string {
  const named = callee.type === 'MemberExpression' ? callee.property : callee
  return named.type === 'Identifier' ? named.name : ''
}

/** What JSX leaves out. A blank between two children on one line is a text. */
function isLeftOut(child: Node): boolean {
  if (child.type === 'JSXText') return /^\s*\n\s*$/.test(child.value)
  return child.type === 'JSXExpressionContainer' && child.expression.type === 'JSXEmptyExpression'
}

/** What a component gives stands where the component stands, beside others. */
function componentReturns(node: Node): Node[] {
  const made = node.type === 'VariableDeclarator' ? node.init : node.type === 'FunctionDeclaration' ? node : null
  const name = 'id' in node && node.id?.type === 'Identifier' ? node.id.name : ''
  return made && isCallable(made) && /^\p{Lu}/u.test(name) ? returned(made) : []
}
