import { describe, expect, test } from 'vitest'
import { partOf, renamed } from '../../../sw/names.rule.ts'

describe('a part of the portal', () => {
  test.each([
    ['/assets/screens-cgAh48Ou.js', '/assets/screens.js'],
    ['/assets/hydrate-_-H1bwvX.css', '/assets/hydrate.css'],
    ['/assets/shrink.worker--ZLS1Qz-.js', '/assets/shrink.worker.js'],
    ['/index.html', '/index.html'],
  ])('%s is %s, whatever it is in this version', (path, part) => {
    expect(partOf(path)).toBe(part)
  })

  test('names the others as a newer version does', () => {
    const before =
      'import{a}from"./hydrate-AAAAAAAA.js";const b=["assets/hydrate-CCCCCCCC.css"];import("./screens-_-AAAA-A.js")'
    const now = ['/assets/hydrate-BBBBBBBB.js', '/assets/hydrate-DDDDDDDD.css', '/assets/screens-BB-BB-B_.js']
    expect(renamed(before, now)).toBe(
      'import{a}from"./hydrate-BBBBBBBB.js";const b=["assets/hydrate-DDDDDDDD.css"];import("./screens-BB-BB-B_.js")',
    )
  })

  test('names what the newer version does not know as it was', () => {
    expect(renamed('import"./gone-AAAAAAAA.js"', ['/assets/screens-BBBBBBBB.js'])).toBe('import"./gone-AAAAAAAA.js"')
  })
})
