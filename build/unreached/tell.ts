import type { Node } from 'acorn'
import { type Edit, inserted, refused, replaced } from './edits.ts'
import type { Place } from './places.ts'

/** Precedes the code of a file whose removals are logged. */
export const telling =
  'const reachedAfterAll=what=>console.error("Unreached, as build/unreached says, and reached: "+what);' +
  // Two objects created anew each time are equal when their contents are.
  'const inWords=value=>value&&typeof value==="object"?JSON.stringify(value):value;' +
  'const sameAs=(what,less,whole)=>(Object.is(less,whole)||inWords(less)===inWords(whole)||reachedAfterAll(what),whole);'

/** Keeps the code and logs when it is reached: end-to-end tests check with it that the rows are true. */
export function tell(place: Place, code: string): Edit[] {
  const text = ({ start, end }: { start: number; end: number }) => code.slice(start, end)
  const reached = (name: string) => `reachedAfterAll(${JSON.stringify(name)})`
  switch (place.what) {
    case 'never':
      return [inserted(place.node.body, `${reached(place.name)};`)]
    case 'maker':
      return [inserted(place.node.body, `if(${refused(place)})${reached(place.name)};`)]
    case 'less': {
      const parameters = place.node.params.map(text).join()
      const kind = place.node.async ? 'async function' : 'function'
      const run = (body: string) => `(${kind}(${parameters}){${body}}).apply(this,arguments)`
      const whole = text(place.node.body).slice(1, -1)
      return [
        replaced(place.node.body, `{return sameAs(${JSON.stringify(place.name)},${run(place.body)},${run(whole)})}`),
      ]
    }
    case 'write':
      return [replaced(place.right, `sameAs(${JSON.stringify(place.name)},${place.value},${text(place.right)})`)]
    case 'unset':
      return [replaced(place.node, `sameAs(${JSON.stringify(place.name)},void 0,${text(place.node)})`)]
    case 'unasked': {
      const { body } = place.value as { body?: Node }
      if (body?.type === 'BlockStatement') return [inserted(body, `${reached(place.name)};`)]
      return [
        replaced(place.value, `function(){${reached(place.name)};return(${text(place.value)}).apply(this,arguments)}`),
      ]
    }
    default:
      return []
  }
}
