/** A file of the project, path relative to its root, with `/`. */
export interface Source {
  path: string
  text: string
}

const regexMayStart = /(?:^|[=(,:[!&|?{};\n]|return|=>)\s*$/

/** The end of the quoted text that opens at `start`, or -1: an apostrophe of French JSX text opens nothing. */
function endOfQuote(text: string, start: number): number {
  const quote = text[start]
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === quote) return at + 1
    else if (text[at] === '\n' && quote !== '`') return -1
  }
  return -1
}

function endOfRegex(text: string, start: number): number {
  let inClass = false
  for (let at = start + 1; at < text.length && text[at] !== '\n'; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '[') inClass = true
    else if (text[at] === ']') inClass = false
    else if (text[at] === '/' && !inClass) return at + 1
  }
  return -1
}

const blank = (text: string) => text.replace(/[^\n]/g, ' ')

/** Blanks comments, so that words in them count for nothing, and with `strings` what is quoted too. Keeps the lines. */
export function code(text: string, { strings }: { strings: boolean }): string {
  let kept = ''
  let at = 0
  const take = (end: number, hide: boolean) => {
    const piece = text.slice(at, end)
    kept += hide ? blank(piece) : piece
    at = end
  }
  while (at < text.length) {
    const two = text.slice(at, at + 2)
    const one = text[at] ?? ''
    if (two === '//') take(end(text.indexOf('\n', at), text), true)
    else if (two === '/*') take(end(text.indexOf('*/', at) + 1, text) + 1, true)
    else if ('\'"`'.includes(one)) take(Math.max(endOfQuote(text, at), at + 1), strings)
    else if (one === '/' && regexMayStart.test(kept.slice(-40))) take(Math.max(endOfRegex(text, at), at + 1), true)
    else take(at + 1, false)
  }
  return kept
}

const end = (found: number, text: string) => (found <= 0 ? text.length : found)

const importForms = [
  /\b(?:import|export)\b[^'"`;()=]*?\bfrom\s*(['"])([^'"]+)\1/g,
  /\bimport\s*(['"])([^'"]+)\1/g,
  /\bimport\s*\(\s*(['"])([^'"]+)\1/g,
  /\bnew\s+URL\s*\(\s*(['"])(\.[^'"]+)\1\s*,\s*import\.meta\.url/g,
]

/** What a file names in its imports, `import()`s and worker URLs, types included. */
export function importsOf({ text }: Source): string[] {
  const source = code(text, { strings: false })
  const names = importForms.flatMap(form => [...source.matchAll(form)].map(match => match[2] ?? ''))
  return [...new Set(names.map(name => name.replace(/\?.*$/, '')))]
}

/** The path that a relative import leads to; `undefined` for a package. */
export function target(from: string, name: string): string | undefined {
  if (!name.startsWith('.')) return undefined
  return new URL(name, `file:///${from}`).pathname.slice(1)
}

/** The line of a position, as an editor counts. */
export const lineAt = (text: string, position: number) => text.slice(0, position).split('\n').length
