import { readFileSync } from 'node:fs'
import postcss from 'postcss'
import { describe, expect, test } from 'vitest'

/** Read in the sun on a cheap screen: WCAG's AAA for text, and well above its 3:1 for what surrounds a field. */
const text = 7
const border = 5

/** What is written or drawn, on what, and how much clearer it must be. */
const pairs: readonly (readonly [front: string, back: string, floor: number])[] = [
  ['ink', 'paper', text],
  ['ink', 'sand', text],
  ['muted', 'paper', text],
  ['muted', 'sand', text],
  ['brand', 'paper', text],
  ['brand', 'sand', text],
  ['brand', 'tint', text],
  ['on-brand', 'brand', text],
  ['on-brand', 'deep', text],
  ['on-night', 'night', text],
  ['soft', 'night', text],
  ['ochre', 'night', text],
  ['on-ochre', 'ochre', text],
  ...['ok', 'bad', 'wait'].map(tone => [tone, 'paper', text] as const),
  ...['ok', 'bad', 'wait'].map(tone => [tone, `${tone}-ground`, text] as const),
  ...['ok', 'bad', 'wait'].map(tone => ['ink', `${tone}-ground`, text] as const),
  ['edge', 'paper', border],
  ['edge', 'sand', border],
  ['ring', 'paper', border],
  ['ring', 'sand', border],
  ['on-night', 'night', border],
]

type Tokens = Readonly<Record<string, string>>

/** The dark theme says only what differs. */
function themes(): Record<'light' | 'dark', Tokens> {
  const light: Record<string, string> = {}
  const dark: Record<string, string> = {}
  postcss.parse(readFileSync('src/ui/theme.css', 'utf8')).walkDecls(/^--(?!pico)/, ({ prop, value, parent }) => {
    const inDark = parent?.parent?.type === 'atrule'
    const tokens = inDark ? dark : light
    tokens[prop.slice(2)] = value
  })
  return { light, dark: { ...light, ...dark } }
}

function resolved(tokens: Tokens, name: string): string {
  const value = tokens[name]
  if (value === undefined) throw new Error(`theme.css has no --${name}`)
  const other = /^var\(--([\w-]+)\)$/.exec(value)?.[1]
  return other ? resolved(tokens, other) : value
}

/** WCAG 2.2, relative luminance of #rgb or #rrggbb. */
function luminance(colour: string): number {
  const hex = colour.length === 4 ? colour.replace(/[\da-f]/gi, '$&$&') : colour
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(at => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

describe.each(Object.entries(themes()))('the colours of the %s theme', (_, tokens) => {
  test.each(pairs)('--%s on --%s stand out %d to 1', (front, back, floor) => {
    expect(contrast(resolved(tokens, front), resolved(tokens, back))).toBeGreaterThanOrEqual(floor)
  })
})
