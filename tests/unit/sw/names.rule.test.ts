import { describe, expect, test } from 'vitest'
import { partOf, renamed } from '../../../sw/names.rule.ts'

describe('a part of the portal', () => {
  test.each([
    ['/assets/screens-cgAh48Ou.js', '/assets/screens.js'],
    ['/assets/take-over-_-H1bwvX.css', '/assets/take-over.css'],
    ['/assets/shrink.worker--ZLS1Qz-.js', '/assets/shrink.worker.js'],
    ['/index.html', '/index.html'],
  ])('%s is %s, whatever it is in this version', (path, part) => {
    expect(partOf(path)).toBe(part)
  })

  test('names the others as a newer version does', () => {
    const before =
      'import{a}from"./take-over-AAAAAAAA.js";const b=["assets/take-over-CCCCCCCC.css"];import("./hand-_-AAAA-A.js")'
    const now = ['/assets/take-over-BBBBBBBB.js', '/assets/take-over-DDDDDDDD.css', '/assets/hand-BB-BB-B_.js']
    expect(renamed(before, now)).toBe(
      'import{a}from"./take-over-BBBBBBBB.js";const b=["assets/take-over-DDDDDDDD.css"];import("./hand-BB-BB-B_.js")',
    )
  })

  test('names what the newer version does not know as it was', () => {
    expect(renamed('import"./gone-AAAAAAAA.js"', ['/assets/hand-BBBBBBBB.js'])).toBe('import"./gone-AAAAAAAA.js"')
  })
})
