import { describe, expect, test } from 'vitest'
import { blockName, blocksOf, copied, namesIn } from '../../../sw/blocks.rule.ts'

const functions = Array.from({ length: 300 }, (_, at) => `function f${at}(){return "${'é'.repeat(at % 90)}"}`)
const text = functions.join('')

describe('the blocks of a text', () => {
  test('are all of it', () => {
    expect(blocksOf(text).length).toBeGreaterThan(2)
    expect(blocksOf(text).join('')).toBe(text)
  })

  test.each([0, 1, 150, 299])('are the same but one or two, where function %i says something else', at => {
    const changed = functions.with(at, `function f${at}(){return "une phrase de plus"}`).join('')
    const before = new Set(blocksOf(text))
    const others = blocksOf(changed).filter(block => !before.has(block))
    expect(others.length).toBeGreaterThan(0)
    expect(others.length).toBeLessThanOrEqual(2)
  })

  test('of a short text is itself, and of none there is none', () => {
    expect(blocksOf('a')).toEqual(['a'])
    expect(blocksOf('')).toEqual([])
  })

  test('have names that may stand in an address', () => {
    expect(blockName('sha256-+/aZ09xx+/=')).toBe('-_aZ09')
    expect(namesIn('-_aZ09abcdef')).toEqual(['-_aZ09', 'abcdef'])
  })
})

test('a copy shows neither a page nor an address of mail, and its own copy is the text', () => {
  const page = '<!doctype html><body><a href="mailto:a@b.ml">a@b.ml</a> é</body>'
  const signs = '~^<@'
  expect(copied(page)).not.toMatch(/[<@]/)
  for (const text of [page, signs]) expect(copied(copied(text))).toBe(text)
})
