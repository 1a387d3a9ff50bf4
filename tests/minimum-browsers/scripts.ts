import {
  type CallExpression,
  type Expression,
  type MemberExpression,
  type NewExpression,
  type Node,
  parse,
  type VariableDeclarator,
} from 'acorn'
import { full } from 'acorn-walk'
import { at, children, type Feature, isLate, table } from './data.ts'

/**
 * Which of the platform's names a built script uses that the floor does not know. What is called on something unknown is
 * judged by its name alone: late where everything of the floor's own that has such a method got it later.
 */

const builtins: Feature = { path: 'javascript.builtins', node: table.javascript.builtins ?? {} }
const api: Feature = { path: 'api', node: table.api }
const owners = [builtins, api].flatMap(parent =>
  children(parent.node).map(([name, node]) => ({ path: `${parent.path}.${name}`, node })),
)

// Nobody of the floor holds what is later than itself; only the methods of iterators came to objects that were there.
const held = owners.filter(owner => !isLate(owner) || owner.path === 'javascript.builtins.Iterator')

const byMember = new Map<string, Feature[]>()
for (const owner of held) {
  for (const [name, node] of children(owner.node)) {
    const member = name.replace(/_static$/, '')
    byMember.set(member, [...(byMember.get(member) ?? []), { path: `${owner.path}.${name}`, node }])
  }
}

const windows = new Set(['globalThis', 'self', 'window'])

/** `Response`, `structuredClone`, `navigator`: what a name means that the script has not made itself. */
const named = (name: string): Feature[] =>
  [at(builtins, name), at(api, name), ...['Window', 'WorkerGlobalScope'].map(scope => memberOf(scope, name))].filter(
    feature => feature !== undefined,
  )

const memberOf = (owner: string, name: string): Feature | undefined => {
  const found = [at(builtins, owner), at(api, owner)].filter(feature => feature !== undefined)
  return found.map(feature => at(feature, `${name}_static`) ?? at(feature, name)).find(Boolean)
}

/** `crypto` is the page's Crypto, `Response` is itself. */
const interfaceOf = (name: string) => (name[0] ?? '').toUpperCase() + name.slice(1)

const wordOf = (node: Node): string | undefined => {
  const { type, value, quasis } = node as { type: string; value?: unknown; quasis?: { value: { cooked: string } }[] }
  if (type === 'TemplateLiteral') return quasis?.length === 1 ? quasis[0]?.value.cooked : undefined
  return type === 'Literal' && typeof value === 'string' ? value : undefined
}

const nameOf = ({ computed, property }: MemberExpression): string | undefined =>
  !computed && property.type === 'Identifier' ? property.name : wordOf(property)

/** Names that the file declares anywhere: none of them is asked of the platform. */
function declared(program: Node): Set<string> {
  const names = new Set<string>()
  full(program, (node, _state, type) => {
    if (type === 'VariablePattern' && 'name' in node) names.add(String(node.name))
    const { id } = node as { id?: { type: string; name: string } | null }
    if (/^(?:Function|Class)/.test(node.type) && id?.type === 'Identifier') names.add(id.name)
    const { local } = node as { local?: { name: string } }
    if (node.type.startsWith('Import') && local) names.add(local.name)
  })
  return names
}

const bare = (node: Node): Node => {
  const inner = node as { type: string; expression?: Node }
  return inner.type === 'ChainExpression' && inner.expression ? inner.expression : node
}

/** The platform's features that an expression may mean; `called` is what is guessed by a method's name. */
function meant(expression: Node, own: ReadonlySet<string>, called: boolean): Feature[] {
  const node = bare(expression) as Expression
  if (node.type === 'Identifier') return own.has(node.name) ? [] : named(node.name)
  if (node.type !== 'MemberExpression') return []
  const name = nameOf(node)
  if (name === undefined) return []
  const object = bare(node.object) as Expression
  if (object.type === 'Identifier' && !own.has(object.name)) {
    if (windows.has(object.name)) return named(name)
    const known = memberOf(interfaceOf(object.name), name)
    if (known) return [known]
  }
  return (called && byMember.get(name)) || []
}

/** `{ imageOrientation: 'from-image' }`: a word of a list that a browser does not know is an error, not a wish. */
function options(call: CallExpression | NewExpression, callee: readonly Feature[]): Feature[][] {
  const given = call.arguments.flatMap(argument => (argument.type === 'ObjectExpression' ? argument.properties : []))
  const deeper = callee.flatMap(feature => [feature, ...[at(feature, feature.path.split('.').at(-1) ?? '')]])
  return given.flatMap(property => {
    if (property.type !== 'Property' || property.key.type !== 'Identifier') return []
    const { value } = property
    const parameter = new RegExp(`^\\w+_${property.key.name}_parameter$`)
    const known = deeper.flatMap(feature =>
      feature
        ? children(feature.node)
            .filter(([name]) => parameter.test(name))
            .map(([name, node]) => ({ path: `${feature.path}.${name}`, node }))
        : [],
    )
    const word = wordOf(value)
    const words = known.map(feature => (word === undefined ? undefined : at(feature, word)))
    return [known, words.filter(feature => feature !== undefined)]
  })
}

/** `const { withResolvers } = Promise` */
const taken = ({ id, init }: VariableDeclarator, own: ReadonlySet<string>): Feature[][] =>
  id.type === 'ObjectPattern' && init?.type === 'Identifier' && !own.has(init.name)
    ? id.properties.map(property => {
        const name = property.type === 'Property' && property.key.type === 'Identifier' ? property.key.name : ''
        return [memberOf(interfaceOf(init.name), name)].filter(feature => feature !== undefined)
      })
    : []

/** The paths of what is used and came after the floor. */
export function lateNames(code: string, sourceType: 'module' | 'script' = 'module'): string[] {
  const program = parse(code, { ecmaVersion: 'latest', sourceType })
  const own = declared(program)
  const late = new Set<string>()
  const judge = (features: readonly Feature[]) => {
    if (features.length > 0 && features.every(isLate)) late.add(features.map(({ path }) => path).join(' | '))
  }
  full(program, node => {
    if (node.type === 'Identifier' || node.type === 'MemberExpression') judge(meant(node, own, false))
    if (node.type === 'VariableDeclarator')
      for (const features of taken(node as VariableDeclarator, own)) judge(features)
    if (node.type === 'CallExpression' || node.type === 'NewExpression') {
      const call = node as CallExpression | NewExpression
      const callee = meant(call.callee, own, true)
      for (const features of [callee, ...options(call, callee)]) judge(features)
    }
  })
  return [...late].sort()
}
