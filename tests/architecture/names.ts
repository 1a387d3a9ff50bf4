import { type ESTree, parseSync } from 'vite'
import type { Source } from './source.ts'

export type Node = ESTree.Node
export type Callable = ESTree.Function | ESTree.ArrowFunctionExpression
/** What is known of a name: what it is set to, its type, or nothing. */
export type Known = Node | undefined

export const isCallable = (node: Node): node is Callable =>
  node.type === 'ArrowFunctionExpression' || node.type === 'FunctionExpression' || node.type === 'FunctionDeclaration'

/** The nodes within a node, in their order. */
function within(node: Node): Node[] {
  return Object.values(node)
    .flat()
    .filter((each): each is Node => typeof each?.type === 'string')
}

export function everywhere(node: Node, visit: (node: Node) => void): void {
  visit(node)
  for (const inner of within(node)) everywhere(inner, visit)
}

/** What a function returns, without what the functions in it do. */
export function returned({ body }: Callable): Node[] {
  if (!body) return []
  if (body.type !== 'BlockStatement') return [body]
  const found: Node[] = []
  const look = (node: Node): void => {
    if (node.type === 'ReturnStatement' && node.argument) found.push(node.argument)
    if (!isCallable(node)) within(node).forEach(look)
  }
  look(body)
  return found
}

/** The names of a file: what each is set to or what type it has, and where what is imported comes from. */
export class Names {
  readonly program: ESTree.Program
  readonly #imported = new Map<string, { from: string; name: string }>()
  readonly #known = new Map<string, Known[]>()

  constructor({ path, text }: Source) {
    this.program = parseSync(path, text).program
    everywhere(this.program, node => this.#learn(node))
  }

  known(name: string): readonly Known[] {
    return this.#known.get(name) ?? []
  }

  imported(name: string): { from: string; name: string } | undefined {
    return this.#imported.get(name)
  }

  #add(name: string, known: Known): void {
    this.#known.set(name, [...this.known(name), known])
  }

  #learn(node: Node): void {
    if (node.type === 'ImportDeclaration') this.#import(node)
    if (node.type === 'TSPropertySignature' && node.key.type === 'Identifier')
      this.#add(node.key.name, node.typeAnnotation?.typeAnnotation)
    if (node.type === 'TSMethodSignature' && node.key.type === 'Identifier') this.#add(node.key.name, node)
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
      const isNamed = each.type === 'ImportSpecifier' && each.imported.type === 'Identifier'
      this.#imported.set(each.local.name, {
        from: source.value,
        name: isNamed ? (each.imported as ESTree.IdentifierName).name : '*',
      })
    }
  }
}
