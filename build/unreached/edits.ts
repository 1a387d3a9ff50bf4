import type { FunctionDeclaration, Node } from 'acorn'

/** A change to a text: what stands between start and end becomes something else. */
export interface Edit {
  start: number
  end: number
  text: string
}

export const replaced = ({ start, end }: Pick<Node, 'start' | 'end'>, text: string): Edit => ({ start, end, text })

/** At the beginning of a function's body. */
export const inserted = ({ start }: Pick<Node, 'start'>, text: string): Edit => ({
  start: start + 1,
  end: start + 1,
  text,
})

/** Whether a maker's first parameter is one of the kinds that are numbers: those are fewer than 32. */
export function refused({ node, kinds }: { node: FunctionDeclaration; kinds: readonly unknown[] }): string {
  const bits = kinds.reduce<number>((sum, kind) => (typeof kind === 'number' ? sum | (1 << kind) : sum), 0)
  const [kind] = node.params
  return `${bits}>>${kind?.type === 'Identifier' ? kind.name : ''}&1`
}

/** The text with all edits; of those that lie in another one, the outer counts. */
export function edited(code: string, edits: readonly Edit[]): string {
  let [text, at] = ['', 0]
  for (const edit of [...edits].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (edit.start < at) continue
    text += code.slice(at, edit.start) + edit.text
    at = edit.end
  }
  return text + code.slice(at)
}
