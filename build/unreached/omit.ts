import type { Node } from 'acorn'
import { base, simple } from 'acorn-walk'
import { type Edit, inserted, refused, replaced } from './edits.ts'
import type { Place } from './places.ts'

/**
 * The shipped version. A function that is reached after all throws its own name, an element type that React no longer
 * knows is a React error, a removed hook is not a function: nothing fails silently.
 */
export function omit(place: Place): Edit | Edit[] {
  switch (place.what) {
    case 'never':
      return replaced(place.node.body, `{throw Error(${JSON.stringify(place.name)})}`)
    case 'maker':
      return inserted(place.node.body, `if(${refused(place)})throw Error(${JSON.stringify(place.name)});`)
    case 'less':
      return replaced(place.node.body, `{${place.body}}`)
    case 'write':
      return { start: place.node.start, end: place.right.start, text: '' }
    case 'call':
    case 'comparison':
    case 'read':
      return replaced(place.node, place.value)
    case 'unset':
      return replaced(place.node, '(void 0)')
    case 'unasked':
      return replaced(place.node, absence(place))
    case 'method':
      return replaced(place.node, '')
    case 'case':
      return [replaced(place.node, ''), ...declared(place)]
  }
}

const absence = ({ name, node }: { name: string; node: Node }): string => {
  if (node.type === 'MethodDefinition') return ''
  return node.type === 'Property' ? `${name}:void 0` : 'void 0'
}

/** `var` is scoped to the function, so remaining code may still use a variable declared in a removed case. */
function declared({ node, inside }: Extract<Place, { what: 'case' }>): Edit[] {
  const names = node.statements.flatMap(namesIn)
  const { body } = (inside ?? {}) as { body?: Node }
  return names.length > 0 && body ? [inserted(body, `var ${names.join()};`)] : []
}

function namesIn(statement: Node): string[] {
  const names: string[] = []
  const none = () => undefined
  simple(
    statement,
    {
      VariableDeclaration({ kind, declarations }) {
        if (kind === 'var') for (const { id } of declarations) if (id.type === 'Identifier') names.push(id.name)
      },
    },
    { ...base, Function: none },
  )
  return names
}
