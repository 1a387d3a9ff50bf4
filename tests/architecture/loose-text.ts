import type { ESTree } from 'vite'
import { type Callable, everywhere, isCallable, type Known, Names, type Node, returned } from './names.ts'
import { lineAt, type Source, target } from './source.ts'

/**
 * A page translator replaces each text node. React, which knows its own node alone, then changes words that nobody sees,
 * and fails where it removes that node or inserts beside it. Only a text that is its element's one child is safe: React
 * writes it by `textContent`. So no child beside others may be a text: its syntax or its type says that it is none.
 */
export function looseTexts(sources: readonly Source[]): string[] {
  const judges = new Map<string, Judge>()
  for (const source of sources) if (source.path.endsWith('.tsx')) judges.set(source.path, new Judge(source, judges))
  return [...judges.values()].flatMap(judge => judge.reports())
}

type Parent = ESTree.JSXElement | ESTree.JSXFragment

/** Boolean by what they do. */
const comparing = /^(?:[=!]==?|[<>]=?|in|instanceof)$/
const elementTypes = /^(?:Elements|ReactElement|Element)$/

class Judge {
  readonly #source: Source
  readonly #names: Names
  readonly #others: ReadonlyMap<string, Judge>
  /** Names that are being judged: a name that is made of itself says nothing new. */
  readonly #open = new Set<string>()

  constructor(source: Source, others: ReadonlyMap<string, Judge>) {
    this.#source = source
    this.#names = new Names(source)
    this.#others = others
  }

  reports(): string[] {
    const { path, text } = this.#source
    const found = new Set<Node>()
    everywhere(this.#names.program, node => {
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
  #looseIn(parent: Parent): Node[] {
    const children = parent.children.filter(child => !isLeftOut(child))
    const isAlone = children.length === 1 && !this.#isTransparent(parent)
    return children.filter(child => (isAlone ? this.#isListWithText(child) : this.#mayBeText(child)))
  }

  /** A fragment, or a component of a package, which may be no more than one (Suspense, a provider). */
  #isTransparent(parent: Parent): boolean {
    if (parent.type === 'JSXFragment') return true
    const { name } = parent.openingElement
    if (name.type !== 'JSXIdentifier') return true
    const from = this.#names.imported(name.name)?.from
    return from !== undefined && !from.startsWith('.')
  }

  #mayBeText(node: Node): boolean {
    switch (node.type) {
      case 'JSXElement':
      case 'JSXFragment':
      case 'JSXEmptyExpression':
        return false
      case 'Literal':
        return typeof node.value === 'string' ? node.value !== '' : typeof node.value === 'number'
      case 'UnaryExpression':
        return node.operator !== '!'
      case 'BinaryExpression':
        return !comparing.test(node.operator)
      case 'LogicalExpression':
        return this.#mayBeText(node.right) || (node.operator !== '&&' && this.#mayBeText(node.left))
      case 'ConditionalExpression':
        return this.#mayBeText(node.consequent) || this.#mayBeText(node.alternate)
      case 'ArrayExpression':
        return node.elements.some(each => each !== null && this.#mayBeText(each))
      case 'SpreadElement':
        return this.#mayBeText(node.argument)
      case 'CallExpression':
        return this.#callMayBeText(node)
      case 'Identifier':
        return node.name !== 'undefined' && this.nameMayBeText(node.name)
      case 'MemberExpression':
        return node.property.type !== 'Identifier' || node.computed || this.nameMayBeText(node.property.name)
      case 'JSXExpressionContainer':
      case 'ParenthesizedExpression':
      case 'ChainExpression':
      case 'TSNonNullExpression':
        return this.#mayBeText(node.expression)
      default:
        return true
    }
  }

  /** An element's one child: a string is safe, a list with a string in it is not. */
  #isListWithText(node: Node): boolean {
    switch (node.type) {
      case 'JSXExpressionContainer':
      case 'ParenthesizedExpression':
      case 'ChainExpression':
      case 'TSNonNullExpression':
        return this.#isListWithText(node.expression)
      case 'LogicalExpression':
        return this.#isListWithText(node.left) || this.#isListWithText(node.right)
      case 'ConditionalExpression':
        return this.#isListWithText(node.consequent) || this.#isListWithText(node.alternate)
      case 'ArrayExpression':
      case 'JSXSpreadChild':
        return this.#mayBeText(node)
      case 'CallExpression':
        return makesList.test(calledName(node)) && this.#mayBeText(node)
      case 'Identifier':
        return this.#about(node.name, known => known !== undefined && !isType(known) && this.#isListWithText(known))
      default:
        return false
    }
  }

  #callMayBeText(node: ESTree.CallExpression): boolean {
    const name = calledName(node)
    const [first] = node.arguments
    const { callee } = node
    if (name === 'map' || name === 'flatMap' || name === 'useMemo') return !first || this.#resultMayBeText(first)
    if (/^(?:filter|slice|toReversed)$/.test(name) && callee.type === 'MemberExpression')
      return this.#mayBeText(callee.object)
    return name === '' || this.nameMayBeText(name, true)
  }

  /** What a function gives that is handed over as itself or by its name. */
  #resultMayBeText(node: Node): boolean {
    if (isCallable(node)) return returned(node).some(each => this.#mayBeText(each))
    return node.type !== 'Identifier' || this.nameMayBeText(node.name, true)
  }

  /** @param isCalled what the name stands for is called, and its result is the child */
  nameMayBeText(name: string, isCalled = false): boolean {
    const imported = this.#names.imported(name)
    if (imported) {
      const other = this.#others.get(target(this.#source.path, imported.from) ?? '')
      return other?.nameMayBeText(imported.name, isCalled) ?? true
    }
    return (
      this.#names.known(name).length === 0 ||
      this.#about(name, known => {
        if (!known) return true
        if (isCallable(known)) return isCalled && this.#resultMayBeText(known)
        if (isCalled) return !isElementType(resultType(known))
        return isType(known) ? !isElementType(known) : this.#mayBeText(known)
      })
    )
  }

  #about(name: string, says: (known: Known) => boolean): boolean {
    if (this.#open.has(name)) return false
    this.#open.add(name)
    const said = this.#names.known(name).some(says)
    this.#open.delete(name)
    return said
  }
}

const makesList = /^(?:map|flatMap|split|filter)$/

function calledName({ callee }: ESTree.CallExpression): string {
  if (callee.type === 'Identifier') return callee.name
  return callee.type === 'MemberExpression' && callee.property.type === 'Identifier' ? callee.property.name : ''
}

const isType = ({ type }: Node) => type.startsWith('TS') && type !== 'TSNonNullExpression'

/** The type of what a function of this type gives. */
function resultType(type: Node | undefined): Node | undefined {
  switch (type?.type) {
    case 'TSFunctionType':
    case 'TSMethodSignature':
      return type.returnType?.typeAnnotation
    case 'TSParenthesizedType':
      return resultType(type.typeAnnotation)
    case 'TSUnionType':
      return resultType(type.types.find(each => each.type !== 'TSUndefinedKeyword'))
    default:
      return undefined
  }
}

function isElementType(type: Node | undefined): boolean {
  switch (type?.type) {
    case 'TSUnionType':
      return type.types.every(isElementType)
    case 'TSArrayType':
      return isElementType(type.elementType)
    case 'TSUndefinedKeyword':
    case 'TSNullKeyword':
    case 'TSBooleanKeyword':
      return true
    case 'TSLiteralType':
      return type.literal.type === 'Literal' && typeof type.literal.value === 'boolean'
    case 'TSTypeReference': {
      const { typeName } = type
      const name = typeName.type === 'TSQualifiedName' ? typeName.right : typeName
      return name.type === 'Identifier' && elementTypes.test(name.name)
    }
    default:
      return false
  }
}

/** What JSX leaves out. A blank between two children on one line is a text. */
function isLeftOut(child: Node): boolean {
  if (child.type === 'JSXText') return /^\s*\n\s*$/.test(child.value)
  return child.type === 'JSXExpressionContainer' && child.expression.type === 'JSXEmptyExpression'
}

/** What a component gives stands where the component stands, beside others. */
function componentReturns(node: Node): Node[] {
  const named = (name: Node | null | undefined, callable: Node | null): Node[] =>
    name?.type === 'Identifier' && /^\p{Lu}/u.test(name.name) && callable && isCallable(callable)
      ? returned(callable as Callable)
      : []
  if (node.type === 'FunctionDeclaration') return named(node.id, node)
  return node.type === 'VariableDeclarator' ? named(node.id, node.init) : []
}
