import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'acorn'
import { describe, expect, test } from 'vitest'
import { arrivals, oldest, table } from '../../minimum-browsers/data.ts'
import { lateNames } from '../../minimum-browsers/scripts.ts'
import { lateStyles } from '../../minimum-browsers/styles.ts'
import { lateSyntax } from '../../minimum-browsers/syntax.ts'

/** The check of tests/e2e/gate/minimum-browsers.test.ts sees what it is to see. */

const findLast = 'javascript.builtins.Array.findLast | javascript.builtins.TypedArray.findLast'
const fromImage = 'api.createImageBitmap.options_imageOrientation_parameter.from-image'

describe('for the oldest phones it refuses', () => {
  test.each([
    ['a static block', 'class A { static { b() } }'],
    ['a pattern that looks behind', 'export const a = /(?<=b)c/'],
    ['a class field in which Safari 15 loses a name', 'class A { b = c(() => {}) }'],
    ['a static field in which Chrome 97 stumbles', "class A { static name = 'a' }"],
  ])('%s', async (_, code) => expect(await lateSyntax(code)).toHaveLength(1))

  test.each([
    ['a global', 'structuredClone(a)', 'api.structuredClone'],
    ["a global by the window's name", 'new globalThis.OffscreenCanvas(1, 1)', 'api.OffscreenCanvas'],
    ['what a constructor has', 'Response.json(a)', 'api.Response.json_static'],
    ['what an object of the window has', 'navigator.userAgentData', 'api.Navigator.userAgentData'],
    ['what a constructor gives', 'const { withResolvers } = Promise', 'javascript.builtins.Promise.withResolvers'],
    ['a method of whatever has it', 'a?.findLast(b)', findLast],
    ['an option', 'new Worker(a, { type: b })', 'api.Worker.Worker.options_type_parameter'],
    ["an option's word", 'createImageBitmap(a, { imageOrientation: `from-image` })', fromImage],
  ])('%s', (_, code, path) => expect(lateNames(code)).toEqual([path]))

  test.each([
    ['a comparison of widths', '@media (width>=1px){a{color:red}}', 'css.at-rules.media.range_syntax'],
    ['a question', '@container (min-width:1px){a{color:red}}', 'css.at-rules.container'],
    ['a selector', 'a:has(b){color:red}', 'css.selectors.has'],
    ['a unit', 'a{height:100dvh}', 'css.types.length.viewport_percentage_units_dynamic'],
    ['a function', 'a{color:color-mix(in srgb,red,blue)}', 'css.types.color.color-mix'],
    ['a property', 'a{text-wrap:balance}', 'css.properties.text-wrap'],
    ["a property's word", 'a{overflow:clip}', 'css.properties.overflow.clip'],
  ])('%s of a style sheet', (_, css, path) => expect(lateStyles(css)).toContain(path))
})

describe('for the oldest phones it lets through', () => {
  const syntax = ['class A { #b = 1; c = new Set }', 'export const a = b?.c ?? await d; e ||= 1']
  test.each(syntax)('%s', async code => expect(await lateSyntax(code)).toEqual([]))

  const names = ['[].at(-1); crypto.randomUUID()', 'const findLast = a; findLast(b); c.d.path()', 'new Response(a)']
  test.each(names)('%s', code => expect(lateNames(code)).toEqual([]))

  const styles = ['a{height:100vh;height:100dvh}', '@supports (overflow:clip){a{overflow:clip}}']
  const prefixed = ['a{-webkit-user-select:none;user-select:none}', 'a{inset:0;aspect-ratio:1}']
  test.each([...styles, ...prefixed])('%s', css => expect(lateStyles(css)).toEqual([]))
})

describe('whether a browser is too old', () => {
  const html = readFileSync(join(import.meta.dirname, '..', '..', '..', 'index.html'), 'utf8')
  const script = /<script>(.*?)<\/script>/s.exec(html)?.[1] ?? ''

  test('is asked in words that the oldest browser reads', () => {
    expect(() => parse(script, { ecmaVersion: 5, sourceType: 'script' })).not.toThrow()
    expect(() => parse(`${script};let a`, { ecmaVersion: 5, sourceType: 'script' })).toThrow()
  })

  test('is true below the floor, version by version, and false from there on', () => {
    const names = [...script.matchAll(/window\.(\w+)/g)].map(([, name = '']) => name)
    const told = names.map(name => table.api[name]?.__compat).filter(compat => compat !== undefined)
    expect(told).toHaveLength(2)
    const latest = (browser: string) =>
      Math.max(...told.flatMap(arrivals).map(([one, version]) => (one === browser ? version : 0)))
    const asked = oldest.map(([browser]) => [browser, latest(browser)])
    expect(asked).toEqual(oldest)
  })
})
