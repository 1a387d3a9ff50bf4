import type { Node } from 'acorn'
import { base, simple } from 'acorn-walk'
import { type Edit, inserted, refused, replaced } from './edits.ts'
import type { Place } from './places.ts'

/**
 * What is shipped. A function that is reached after all throws its own name, an element that React does not know any
 * more is one of its errors, a hook that is missing is no function: nothing fails silently.
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

/** A variable belongs to the whole function, wherever it is declared: what is left may use it. */
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
