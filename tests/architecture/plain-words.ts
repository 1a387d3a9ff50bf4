import { parseSync, Visitor } from 'vite'
import { lineAt, type Source } from './source.ts'

/**
 * Words of this project's own that gave way to the field's (docs/glossary.md). Stored and sent names keep them, as
 * properties and strings alone: what is declared, and what comments and docs say, has the standard term.
 */
const ownWords =
  /\b(?:un)?seal(?:ed|ing|s)?\b|\bparcels?\b|\blineages?\b|\bveil(?:ed|s)?\b|\bsilenced\b|\bvaults?\b|\bdoors?\b|\bdesks?\b|\bmend(?:ed|ing|s)?\b|\bantennas?\b|\bthe floor\b|\breadings? [AB]\b|\bboth readings\b|\bturnstiles?\b|\bacquaintances?\b|\bhandovers?\b|\bcloth\b|\bhouse (?:style|rules)\b/gi

/** In a comment they hide the actor: the student, the operator, the worker, another tab. */
const riddles = /\b(?:nobody|somebody|whoever)(?:'s)?\b/gi

/** Of names, word by word: `sealDossier`, `wasMended`. */
const ownNames = new Set(
  `seal sealed sealing sealer unseal unsealed resealed parcel parcels lineage veil veiled unveiled silenced vault door
  doors desk desks mend mended mending mends antenna begun handover handovers slot slots turnstile acquaintance
  acquaintances readings lineage originals handing handings`.split(/\s+/),
)
const wordsOf = (name: string) => name.split(/(?=[A-Z])/).map(word => word.toLowerCase())

interface Named {
  name?: string
}

/** What a file declares: variables, functions, types, parameters. */
function declared(path: string, text: string): { name: string; start: number }[] {
  const found: { name: string; start: number }[] = []
  const say = (node: unknown) => {
    const { type, name, start } = (node ?? {}) as Named & { type?: string; start?: number }
    if (type === 'Identifier' && name && start !== undefined) found.push({ name, start })
  }
  new Visitor({
    VariableDeclarator: ({ id }) => say(id),
    FunctionDeclaration: ({ id, params }) => {
      for (const node of [id, ...params]) say(node)
    },
    ArrowFunctionExpression: ({ params }) => {
      for (const node of params) say(node)
    },
    ClassDeclaration: ({ id }) => say(id),
    TSTypeAliasDeclaration: ({ id }) => say(id),
    TSInterfaceDeclaration: ({ id }) => say(id),
    // A property under its own name is a stored or a sent one.
    ObjectPattern: ({ properties }) => {
      for (const each of properties) if (each.type === 'Property' && !each.shorthand) say(each.value)
    },
  }).visit(parseSync(path, text).program)
  return found
}

/** What stands in backticks is a name, a path or a value. */
const withoutNames = (text: string) => text.replace(/```[\s\S]*?```|`[^`\n]*`/g, name => name.replace(/[^\n]/g, ' '))

/** Declarations and comments of code. */
export function ownWordsInCode(sources: readonly Source[]): string[] {
  return sources.flatMap(({ path, text }) => [
    ...declared(path, text)
      .filter(({ name }) => wordsOf(name).some(word => ownNames.has(word)))
      .map(({ name, start }) => `${path}:${lineAt(text, start)} declares ${name}`),
    ...parseSync(path, text).comments.flatMap(({ value, start }) =>
      [ownWords, riddles]
        .flatMap(words => withoutNames(value).match(words) ?? [])
        .map(word => `${path}:${lineAt(text, start)} says "${word}"`),
    ),
  ])
}

export function ownWordsInProse({ path, text }: Source): string[] {
  const prose = withoutNames(text)
  return [...prose.matchAll(ownWords)].map(({ 0: word, index }) => `${path}:${lineAt(prose, index)} says "${word}"`)
}
