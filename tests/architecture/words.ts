import { parseSync, Visitor } from 'vite'
import { lineAt, type Source } from './source.ts'

/** Where French may stand: one text file a feature, or several where their screens come at other times. */
export const isText = (path: string) => /(?:^|[/-])text\.ts$/.test(path)

/** Read by people and not French: names of products, and what only whoever builds the portal sees. */
const names = ['WhatsApp', 'Chrome', 'Safari', 'Android', 'Exif', 'Date', 'Location']

const letters = /\p{L}{2}/u
// What a student reads and code does not say: accents and signs of print, small words of French, a sentence's capital.
const french = [
  /[À-ÖØ-öø-ÿŒœ’«»…]/,
  /(?:^|[\s'(])(?:[ldjcnsm]'\p{L}|(?:les?|la|une?|des?|du|et|ou|vous|votre|vos|pas|au|aux|sur|dans|est|sont|pour|par|ce|cette|qui|que)(?=[\s.,:;!?)]))/iu,
  /^\s*\p{Lu}\p{Ll}{2,}[.!?]?\s*$/u,
  /^\s*\p{Lu}\p{Ll}* \p{Ll}{2}/u,
  /^\s*\p{Lu}\p{Ll}+ $/u,
]
const readAloud = /^(?:aria-label|aria-description|aria-roledescription|alt|label|placeholder|title|what|words)$/

const isFrench = (text: string) => !names.includes(text.trim()) && french.some(sign => sign.test(text))

/** Words that a student would read outside of the text files, where no translator and no second language finds them. */
export function strayWords(sources: readonly Source[]): string[] {
  return sources
    .filter(({ path }) => !isText(path))
    .flatMap(({ path, text }) => {
      const found: string[] = []
      // What an error says is read by whoever builds the portal, in English.
      let spoken = 0
      const say = (start: number, words: string) => {
        if (start >= spoken && letters.test(words) && !names.includes(words.trim()))
          found.push(`${path}:${lineAt(text, start)} "${words.trim()}" belongs in a text.ts`)
      }
      new Visitor({
        ThrowStatement: ({ end }) => {
          spoken = Math.max(spoken, end)
        },
        NewExpression: ({ callee, end }) => {
          if (callee.type === 'Identifier' && /(?:Error|Exception)$/.test(callee.name)) spoken = Math.max(spoken, end)
        },
        JSXText: ({ start, value }) => say(start, value),
        JSXAttribute: ({ name, value }) => {
          const read = name.type === 'JSXIdentifier' && readAloud.test(name.name)
          if (read && value?.type === 'Literal' && !isFrench(String(value.value))) say(value.start, String(value.value))
        },
        Literal: ({ start, value }) => {
          if (typeof value === 'string' && isFrench(value)) say(start, value)
        },
        TemplateElement: ({ start, value }) => {
          if (isFrench(value.cooked ?? '')) say(start, value.cooked ?? '')
        },
      }).visit(parseSync(path, text).program)
      return found
    })
}
