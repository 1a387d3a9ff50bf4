import { type AnyNode, type Node, type Pattern, parse } from 'acorn'
import { fullAncestor } from 'acorn-walk'

const isFunction = ({ type }: Node) => /^(?:Function|ArrowFunction)/.test(type)
const isScope = (node: Node) => isFunction(node) || /^(?:Block|Program|For|Switch|Catch)/.test(node.type)

/** Names that a script uses and declares nowhere around: the platform's own, or ones whose declaration is gone. */
export function undeclared(code: string): string[] {
  const isModule = /^(?:import|export)\b/m.test(code)
  const program = parse(code, { ecmaVersion: 'latest', sourceType: isModule ? 'module' : 'script' })
  const declared = new Map<Node, Set<string>>()
  const declare = (scope: Node, names: readonly string[]) =>
    declared.set(scope, new Set([...(declared.get(scope) ?? []), ...names]))

  fullAncestor(program, (found, _, around) => {
    const node = found as AnyNode
    const above = around.slice(0, -1)
    const scope = above.findLast(isScope) ?? program
    if (node.type === 'VariableDeclaration')
      declare(
        node.kind === 'var' ? (above.findLast(isFunction) ?? program) : scope,
        node.declarations.flatMap(({ id }) => namesOf(id)),
      )
    else if (node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration') declare(scope, namesOf(node.id))
    else if (node.type === 'FunctionExpression') declare(node, namesOf(node.id))
    else if (node.type === 'CatchClause') declare(node, namesOf(node.param))
    else if (/^Import\w*Specifier$/.test(node.type)) declare(program, namesOf((node as { local?: Pattern }).local))
    if (isFunction(node))
      declare(node, ['arguments', ...(node as { params: Pattern[] } & Node).params.flatMap(namesOf)])
  })

  const free = new Set<string>()
  fullAncestor(program, (found, _, around, as) => {
    const node = found as AnyNode
    if (node.type !== 'Identifier' || !/^(?:Identifier|VariablePattern)$/.test(as)) return
    if (!around.some(scope => declared.get(scope)?.has(node.name))) free.add(node.name)
  })
  return [...free]
}

function namesOf(pattern: Pattern | null | undefined): string[] {
  switch (pattern?.type) {
    case 'Identifier':
      return [pattern.name]
    case 'ObjectPattern':
      return pattern.properties.flatMap(part => namesOf(part.type === 'Property' ? part.value : part.argument))
    case 'ArrayPattern':
      return pattern.elements.flatMap(namesOf)
    case 'AssignmentPattern':
      return namesOf(pattern.left)
    case 'RestElement':
      return namesOf(pattern.argument)
    default:
      return []
  }
}
