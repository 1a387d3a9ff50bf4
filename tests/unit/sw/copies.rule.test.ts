import { expect, test } from 'vitest'
import { copied, copyUrl } from '../../../sw/copies.rule.ts'

test('a copy shows neither a page nor an address of mail, and its own copy is the text', () => {
  const page = '<!doctype html><body><a href="mailto:a@b.ml">a@b.ml</a> é</body>'
  const signs = '~^<@'
  expect(copied(page)).not.toMatch(/[<@]/)
  for (const text of [page, signs]) expect(copied(copied(text))).toBe(text)
})

test('a copy has an address that may stand in a path', () => {
  expect(copyUrl('sha256-+/aZ09xx+/=')).toBe('/assets/copies/-_aZ09.txt')
})
