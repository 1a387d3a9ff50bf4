type Side = 'before' | 'after' | 'in place of'

/** A block of code in a recipe, and where it goes. */
export interface Snippet {
  /** From the project's root. */
  file: string
  /** undefined: the file is new, and the snippet all of it. */
  place: { side: Side; text: string } | 'end' | undefined
  code: string
}

const blocks = /^( *)```tsx?\n([\s\S]*?)^ *```$/gm
/** A path; or a path, and `at the end`, `before: LINE`, `after: LINE`, `in place of: LINE`. */
const head = /^\/\/ (?<file>[\w./-]+)(?:, (?:(?<end>at the end)|(?<side>before|after|in place of): (?<text>.+)))?$/

export function snippetsIn(markdown: string): Snippet[] {
  return [...markdown.matchAll(blocks)].map(([, indent = '', block = '']) => {
    const [first = '', ...lines] = block.replaceAll(new RegExp(`^${indent}`, 'gm'), '').split('\n')
    const { file, end, side, text } = head.exec(first)?.groups ?? {}
    if (!file) throw new Error(`Not a comment that names a file: ${first}`)
    const line = side && text ? { side: side as Side, text } : undefined
    return { file, place: end ? 'end' : line, code: lines.join('\n') }
  })
}

export function withSnippet(source: string, { file, place, code }: Snippet): string {
  if (place === undefined || place === 'end') return source + code
  const lines = source.split('\n')
  const at = lines.flatMap((line, index) => (line.trim() === place.text ? [index] : []))
  if (at.length !== 1) throw new Error(`${file} has ${at.length} lines like: ${place.text}`)
  const start = (at[0] ?? 0) + (place.side === 'after' ? 1 : 0)
  lines.splice(start, place.side === 'in place of' ? 1 : 0, code.replace(/\n$/, ''))
  return lines.join('\n')
}
