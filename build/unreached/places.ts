import type {
  AnyNode,
  AssignmentExpression,
  Expression,
  FunctionDeclaration,
  MemberExpression,
  Node,
  Program,
  Statement,
  SwitchCase,
} from 'acorn'
import { fullAncestor } from 'acorn-walk'
import type { Row } from './row.ts'

/** A place in a file that a row's name matches. */
export type Place =
  | { what: 'never'; name: string; node: FunctionDeclaration }
  | { what: 'less'; name: string; node: FunctionDeclaration; body: string }
  | { what: 'maker'; name: string; node: FunctionDeclaration; kinds: readonly unknown[] }
  | { what: 'call'; node: Node; value: string }
  | { what: 'method'; node: Node }
  | { what: 'comparison'; node: Node; value: string }
  | { what: 'case'; node: Dead; inside: Node | undefined }
  | { what: 'read'; node: Node; value: string }
  | { what: 'write'; name: string; node: Node; right: Expression; value: string }
  | { what: 'unset'; name: string; node: Node }
  | { what: 'unasked'; name: string; node: Node; value: Node }

interface Dead {
  start: number
  end: number
  statements: readonly Statement[]
}

/** All rows of a file are searched at once: which row a name comes from matters only to the reader. */
export function placesOf(program: Program, rows: readonly Row[]): Place[] {
  const never = new Set(rows.flatMap(row => row.never ?? []))
  const unasked = new Set(rows.flatMap(row => row.unasked ?? []))
  const kinds = new Set<unknown>(rows.flatMap(row => row.kinds ?? []))
  const makers = new Set(rows.map(row => row.maker))
  const less = new Map(rows.flatMap(row => Object.entries(row.less ?? {})))
  const always = new Map(rows.flatMap(row => Object.entries(row.always ?? {})))
  const places: Place[] = []

  /** A name is a kind everywhere; a number only where the other operand holds a kind. */
  const isKind = (node: Node, beside: Node): boolean => {
    const { type, value, name } = node as AnyNode & { value?: unknown; name?: unknown }
    return type === 'Identifier' ? kinds.has(name) : type === 'Literal' && kinds.has(value) && holdsKind(beside)
  }

  fullAncestor(program, (found, _, above, as) => {
    const node = found as AnyNode
    switch (node.type) {
      case 'FunctionDeclaration': {
        const name = node.id?.name ?? ''
        const body = less.get(name)
        if (never.has(name)) places.push({ what: 'never', name, node: node as FunctionDeclaration })
        if (makers.has(name)) places.push({ what: 'maker', name, node: node as FunctionDeclaration, kinds: [...kinds] })
        if (body !== undefined) places.push({ what: 'less', name, node: node as FunctionDeclaration, body })
        break
      }
      case 'CallExpression': {
        const value = node.callee.type === 'Identifier' ? constant(less.get(node.callee.name)) : undefined
        if (value !== undefined && node.arguments.every(isPlain)) places.push({ what: 'call', node, value })
        break
      }
      case 'ExpressionStatement':
        if (isMethodOf(node.expression, never)) places.push({ what: 'method', node })
        break
      case 'BinaryExpression':
        if (/^[!=]==$/.test(node.operator) && (isKind(node.left, node.right) || isKind(node.right, node.left)))
          places.push({ what: 'comparison', node, value: node.operator === '===' ? '!1' : '!0' })
        break
      case 'SwitchStatement':
        for (const dead of deadCases(node.cases, test => isKind(test, node.discriminant)))
          places.push({ what: 'case', node: dead, inside: above.findLast(isFunction) })
        break
      case 'Identifier': {
        const value = always.get(node.name)
        if (value !== undefined && as === 'Identifier') places.push({ what: 'read', node, value })
        break
      }
      case 'AssignmentExpression': {
        const { left, right } = node
        const value = left.type === 'Identifier' ? always.get(left.name) : undefined
        if (left.type === 'Identifier' && value !== undefined)
          places.push({ what: 'write', name: left.name, node, right, value })
        const name = nameOn('exports', left) ?? nameOn('this', left)
        if (name && unasked.has(name)) places.push({ what: 'unasked', name, node, value: right })
        break
      }
      case 'Property':
        if (node.kind === 'init' && !node.shorthand && node.key.type === 'Identifier' && unasked.has(node.key.name))
          places.push({ what: 'unasked', name: node.key.name, node, value: node.value })
        break
      case 'MethodDefinition':
        if (node.key.type === 'Identifier' && unasked.has(node.key.name))
          places.push({ what: 'unasked', name: node.key.name, node, value: node.value })
    }
  })
  return [...places, ...optionsIn(program, rows)]
}

function optionsIn(program: Program, rows: readonly Row[]): Place[] {
  const unset = new Set(rows.flatMap(row => row.unset ?? []))
  const places: Place[] = []
  fullAncestor(program, (node, _, above) => {
    const name = node.type === 'MemberExpression' ? optionIn(node as MemberExpression) : undefined
    if (name && unset.has(name) && !isWritten(node, above.at(-2))) places.push({ what: 'unset', name, node })
  })
  return places
}

/** `exports.name = …`, `this.name = …` */
const nameOn = (owner: 'exports' | 'this', left: Node): string | undefined => {
  const { type, object, property } = left as AnyNode & { object?: AnyNode; property?: AnyNode }
  const isOwner =
    object?.type === 'ThisExpression' ? owner === 'this' : object?.type === 'Identifier' && object.name === owner
  return type === 'MemberExpression' && isOwner && property?.type === 'Identifier' ? property.name : undefined
}

/** `options.name`, `this.options.name`, `routeOptions.name` */
function optionIn({ object, property, computed }: MemberExpression): string | undefined {
  const owner = object.type === 'MemberExpression' ? object.property : object
  const isOption = (owner.type === 'Identifier' || owner.type === 'PrivateIdentifier') && /options$/i.test(owner.name)
  return isOption && !computed && property.type === 'Identifier' ? property.name : undefined
}

const isWritten = (node: Node, above: Node | undefined): boolean =>
  above?.type === 'AssignmentExpression' && (above as AssignmentExpression).left === node

/** `Name.prototype.method = function …` of a constructor that is never called. */
function isMethodOf(expression: Expression, constructors: ReadonlySet<string>): boolean {
  if (expression.type !== 'AssignmentExpression' || expression.left.type !== 'MemberExpression') return false
  const { object } = expression.left
  if (object.type !== 'MemberExpression' || object.object.type !== 'Identifier') return false
  return (
    object.property.type === 'Identifier' &&
    object.property.name === 'prototype' &&
    constructors.has(object.object.name)
  )
}

/** `fiber.tag`, or a variable to which it was assigned. */
function holdsKind(node: Node): boolean {
  const { type, name, property } = node as AnyNode & { name?: string; property?: AnyNode }
  if (type === 'Identifier') return /^(?:tag|nodeTag|grandTag)$/.test(name ?? '')
  return type === 'MemberExpression' && property?.type === 'Identifier' && property.name === 'tag'
}

/** The constant that a body returns, if it does nothing else. */
const constant = (body: string | undefined): string | undefined =>
  body === '' ? '(void 0)' : /^return (!\d|null)$/.exec(body ?? '')?.[1]

/** Evaluating the expression has no side effect. */
function isPlain(node: Node): boolean {
  const one = node as AnyNode
  if (one.type === 'MemberExpression') return isPlain(one.object) && (!one.computed || isPlain(one.property))
  if (one.type === 'UnaryExpression') return isPlain(one.argument)
  return one.type === 'Identifier' || one.type === 'Literal'
}

/** Where an earlier case falls through into a dead one, only the dead one's label is removed. */
function deadCases(cases: readonly SwitchCase[], isKind: (test: Node) => boolean): Dead[] {
  const dead: Dead[] = []
  let falls = false
  for (const { start, end, test, consequent } of cases) {
    const [first] = consequent
    const isDead = test && isKind(test)
    if (isDead && falls && first) dead.push({ start, end: first.start, statements: [] })
    else if (isDead) dead.push({ start, end, statements: consequent })
    if (!isDead || (falls && first)) falls = !leaves(consequent)
  }
  return dead
}

const isFunction = ({ type }: Node) => /^(?:Function|ArrowFunction)/.test(type)

function leaves(statements: readonly Statement[]): boolean {
  const last = statements.at(-1)
  if (last?.type === 'BlockStatement') return leaves(last.body)
  if (last?.type === 'IfStatement')
    return Boolean(last.alternate) && leaves([last.consequent]) && leaves([last.alternate as Statement])
  return /^(?:Break|Return|Throw|Continue)Statement$/.test(last?.type ?? '')
}
