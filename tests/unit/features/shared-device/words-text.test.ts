import { brotliCompressSync } from 'node:zlib'
import { describe, expect, test, vi } from 'vitest'
import { codeFault } from '../../../../src/core/crypto/codes.rule.ts'
import { draw } from '../../../../src/features/shared-device/code-form.tsx'
import { words } from '../../../../src/features/shared-device/words-text.ts'

const list = words.split(' ')

/** Whether one letter more, less or other makes the one the other. */
function isNear(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  let at = 0
  while (at < short.length && short[at] === long[at]) at += 1
  const rest = short.slice(short.length === long.length ? at + 1 : at)
  return rest === long.slice(at + 1)
}

/** Spellings of French that sound alike, and ends that nobody hears. */
const spellings: readonly [RegExp, string][] = [
  [/eaux?|aux?/g, 'o'],
  [/ph/g, 'f'],
  [/qu|k/g, 'c'],
  [/ain|ein|yn|un(?![aeiou])/g, 'in'],
  [/em|en|am/g, 'an'],
  [/om/g, 'on'],
  [/ai|ei|er$|et$/g, 'e'],
  [/y/g, 'i'],
  [/z/g, 's'],
  [/^h/g, ''],
  [/(.)\1/g, '$1'],
  [/[estxdp]+$/g, ''],
]
const heard = (word: string) => spellings.reduce((so, [from, to]) => so.replace(from, to), word)

describe('the words that a code is made of', () => {
  test('are 512, short, in letters that every keyboard has', () => {
    expect(list).toHaveLength(512)
    expect(new Set(list).size).toBe(512)
    expect(list.filter(word => !/^[a-z]{4,8}$/.test(word))).toEqual([])
    expect(brotliCompressSync(words).length).toBeLessThanOrEqual(2_000)
  })

  test('are not one letter apart, and none sounds like another', () => {
    const pairs = list.flatMap((one, index) => list.slice(index + 1).map(other => [one, other] as const))
    expect(pairs.filter(([one, other]) => isNear(one, other))).toEqual([])
    expect(pairs.filter(([one, other]) => heard(one) === heard(other))).toEqual([])
  })

  test('come as three, each as likely as any other, and make a code', () => {
    const fill = vi.spyOn(crypto, 'getRandomValues')
    fill.mockImplementation(array => {
      ;(array as unknown as Uint16Array).set([0, 511, 65_535])
      return array
    })
    expect(draw(list)).toBe([list[0], list[511], list[511]].join(' '))
    vi.restoreAllMocks()
    // A remainder would favour the first words, unless it is of a power of two.
    expect(65_536 % list.length).toBe(0)
    for (let once = 0; once < 100; once++) expect(codeFault(draw(list))).toBeUndefined()
  })
})
