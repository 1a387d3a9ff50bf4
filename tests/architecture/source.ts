import { type ESTree, parseSync, Visitor } from 'vite'

/** A file of the project, path relative to its root, with `/`. */
export interface Source {
  path: string
  text: string
}

/** Blanks what only speaks of code: comments and all that is quoted. Keeps the lines. */
export function code({ path, text }: Source): string {
  const { comments, program } = parseSync(path, text)
  const quoted: { start: number; end: number }[] = [...comments]
  const quote = (node: ESTree.Node) => {
    quoted.push(node)
  }
  const literal = (node: ESTree.Node) => {
    if ('value' in node && typeof node.value !== 'number') quoted.push(node)
  }
  new Visitor({ Literal: literal, TemplateElement: quote, JSXText: quote }).visit(program)
  return quoted.reduce(
    (kept, { start, end }) => kept.slice(0, start) + blank(kept.slice(start, end)) + kept.slice(end),
    text,
  )
}

const blank = (text: string) => text.replace(/[^\n]/g, ' ')

/** What a file names in its imports, `import()`s and worker URLs, types included. */
export function importsOf({ path, text }: Source): string[] {
  const names = new Set<string>()
  const add = (node: ESTree.Node | null | undefined) => {
    if (node?.type === 'Literal' && typeof node.value === 'string') names.add(node.value.replace(/\?.*$/, ''))
  }
  new Visitor({
    ImportDeclaration: ({ source }) => add(source),
    ExportNamedDeclaration: ({ source }) => add(source),
    ExportAllDeclaration: ({ source }) => add(source),
    ImportExpression: ({ source }) => add(source),
    TSImportType: ({ source }) => add(source),
    NewExpression: ({ callee, arguments: [address, base] }) => {
      if (callee.type === 'Identifier' && callee.name === 'URL' && base?.type === 'MemberExpression') add(address)
    },
  }).visit(parseSync(path, text).program)
  return [...names]
}

/** The path that a relative import leads to; `undefined` for a package. */
export function target(from: string, name: string): string | undefined {
  if (!name.startsWith('.')) return undefined
  return new URL(name, `file:///${from}`).pathname.slice(1)
}

/** The line of a position, as an editor counts. */
export const lineAt = (text: string, position: number) => text.slice(0, position).split('\n').length
