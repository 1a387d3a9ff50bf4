import type { FunctionDeclaration, Node } from 'acorn'

/** A change to a source text: `text` replaces what lies between `start` and `end`. */
export interface Edit {
  start: number
  end: number
  text: string
}

export const replaced = ({ start, end }: Pick<Node, 'start' | 'end'>, text: string): Edit => ({ start, end, text })

/** Inserts at the beginning of a function's body. */
export const inserted = ({ start }: Pick<Node, 'start'>, text: string): Edit => ({
  start: start + 1,
  end: start + 1,
  text,
})

/**
 * Expression that is 1 when the first parameter is one of the numeric kinds; those are below 32, so a bit mask works.
 */
export function refused({ node, kinds }: { node: FunctionDeclaration; kinds: readonly unknown[] }): string {
  const bits = kinds.reduce<number>((sum, kind) => (typeof kind === 'number' ? sum | (1 << kind) : sum), 0)
  const [kind] = node.params
  return `${bits}>>${kind?.type === 'Identifier' ? kind.name : ''}&1`
}

/** Applies all edits; where one lies inside another, only the outer one counts. */
export function edited(code: string, edits: readonly Edit[]): string {
  let [text, at] = ['', 0]
  for (const edit of [...edits].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (edit.start < at) continue
    text += code.slice(at, edit.start) + edit.text
    at = edit.end
  }
  return text + code.slice(at)
}
