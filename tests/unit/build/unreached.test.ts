import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { readEntries } from '../../../build/unreached/omissions.ts'
import type { Row, Source } from '../../../build/unreached/row.ts'
import { unreached, without } from '../../../build/unreached.ts'
import { undeclared } from './undeclared.ts'

/** What is left out of a package says so when it is reached, and the build when the package is another one. */

const file = 'a-package/file.js'
const shipped = { source: '', reports: false }
const why = 'nobody does.'
const rewritten = (code: string, row: Omit<Row, 'why'>, built = shipped) =>
  without(code, { file, version: '1.0.0', rows: [{ why, ...row }] }, built)

/** What a script comes to, and what it has told. */
function run(code: string) {
  const told: string[] = []
  const result: unknown = runInNewContext(code, { console: { error: (text: string) => told.push(text) }, exports: {} })
  return { result, told }
}

const told = { source: '', reports: true }

describe('what is left out of a package', () => {
  test('throws its own name, if it is a function that was reached after all', () => {
    const code = rewritten('function a() { return 1 } a()', { never: ['a'] })
    expect(() => run(code)).toThrow(/^a$/)
  })

  test('takes the methods of a constructor with it', () => {
    const code =
      'function A() {} A.prototype.b = function () { return 1 }; function B() {} B.prototype.b = function () {}'
    expect(rewritten(code, { never: ['A'] })).not.toContain('A.prototype')
    expect(rewritten(code, { never: ['A'] })).toContain('B.prototype')
  })

  test('leaves of a function what it comes to, and where it only returns that, no call', () => {
    const code = 'function a(b) { return b > 2 } [a(1), a([].push(1))]'
    expect(rewritten(code, { less: { a: 'return !1' } })).toContain('[!1, a(')
    expect(run(rewritten(code, { less: { a: 'return b === 1' } })).result).toEqual([true, true])
  })

  test('is no method, no property and no export any more', () => {
    const code = 'class A { b() {} c() {} } exports.b = function () {}; [new A().b, new A().c, { b: 1 }.b, exports.b]'
    const { result } = run(rewritten(code, { unasked: ['b'] }))
    expect(result).toEqual([undefined, expect.any(Function), undefined, undefined])
  })

  test('is a variable that is read nowhere, and whose values are worked out all the same', () => {
    const code = 'var a = 1, b = 0; a = b = 2; [a, b, { a: 3 }.a]'
    expect(run(rewritten(code, { always: { a: '1' } })).result).toEqual([1, 2, 3])
  })

  test.each([
    [4, 'b'],
    [5, 'five'],
    [6, 'six and seven'],
    [7, 'seven'],
  ])('is a kind of node, and all other kinds go their ways: %s', (kind, way) => {
    const code = `function f({ tag }) {
      switch (tag) {
        case 4: return 'b'
        case 5: if (tag === 8) return 'a'; return 'five'
        case 6: var all = 'six and '
        case 8:
        case 7: return (all || '') + 'seven'
        case 9: return 'c'
      }
    } f({ tag: ${kind} })`
    const left = rewritten(code, { kinds: [8, 9] })
    expect(run(left).result).toBe(way)
    expect(left).not.toMatch(/case 8|case 9|=== 8|'c'/)
  })

  test('keeps what falls into a kind that is never made', () => {
    const code =
      'function f(tag) { switch (tag) { case 1: var a = 1; case 2: a = (a || 5) + 1; break; case 3: a = 9 } return a } f(1)'
    expect(run(rewritten(code, { kinds: [2] })).result).toBe(2)
  })

  test('is refused by the function that makes the nodes', () => {
    const code = rewritten('function Node(tag) { this.tag = tag } new Node(4); new Node(8)', {
      kinds: [8],
      maker: 'Node',
    })
    expect(() => run(code)).toThrow(/^Node$/)
    expect(() => run(rewritten('function Node(tag) {} new Node(4)', { kinds: [8], maker: 'Node' }))).not.toThrow()
  })

  test('is an option that nobody gives, and is written all the same', () => {
    const code =
      'const it = { options: { a: 1, b: 2 } }; it.options.a = 3; const { options } = it; [options.a, it.options.a?.c, it.options.b, it.a]'
    expect(run(rewritten(code, { unset: ['a'] })).result).toEqual([undefined, undefined, 2, undefined])
  })

  test('is text that stands there more than once', () => {
    const code = 'const a = { b: 1, c: 2 }, d = { b: 3 }; [a.b, a.c, d.b]'
    const left = rewritten(code, { everywhere: [{ text: /b: \d(?:, )?/g, instead: '' }] })
    expect(run(left).result).toEqual([undefined, 2, undefined])
  })

  test('is text from its beginning to its end', () => {
    expect(rewritten('a(b);c', { cuts: [{ from: '(', to: ')', instead: '' }] })).toBe('a;c')
  })
})

describe('a build that tells', () => {
  test.each<[string, string, Omit<Row, 'why'>]>([
    ['a function that is called', 'function a() { return 7 } a()', { never: ['a'] }],
    ['a function that comes to something else', 'function a(b) { return b } a(7)', { less: { a: 'return !1' } }],
    ['a variable that gets something else', 'var a; a = 7; a', { always: { a: 'null' } }],
    ['an object with something else in it', 'function a() { return { b: 7 } } a().b', { less: { a: 'return {}' } }],
    ['a method', 'class A { a() { return 7 } } new A().a()', { unasked: ['a'] }],
    ['a property', 'function b() { return 7 } ({ a: b }).a()', { unasked: ['a'] }],
    ['an option', 'const options = { a: 7 }; options.a', { unset: ['a'] }],
    ['a kind of node', 'function a(tag) { return tag } a(7)', { kinds: [7], maker: 'a' }],
  ])('leaves all in its place, and tells of %s', (_, code, row) => {
    const { result, told: said } = run(rewritten(code, row, told))
    expect(result).toBe(7)
    expect(said).toEqual([expect.stringMatching(/reached: a$/)])
  })

  test('leaves a function that waits one that may wait', async () => {
    const code = 'async function a(b) { return await b } a(7)'
    expect(await run(rewritten(code, { less: { a: 'return 8' } }, told)).result).toBe(7)
  })

  test('tells nothing of what comes to the same, or is heard by nobody', () => {
    expect(run(rewritten('function a() { return !1 } a()', { less: { a: 'return !1' } }, told)).told).toEqual([])
    expect(run(rewritten('function a() { return [] } a()', { less: { a: 'return []' } }, told)).told).toEqual([])
    expect(run(rewritten('function a() { return 7 } a()', { less: { a: '' }, unheard: true }, told)).told).toEqual([])
  })
})

describe('a build fails and names what to read', () => {
  const advice = 'Read docs/recipes/update-a-package.md.'

  test.each<[string, Omit<Row, 'why'>, string]>([
    ['a function is gone', { never: ['b'] }, `${file} has no b any more. ${advice}`],
    ['a maker is gone', { maker: 'b' }, `${file} has no b any more. ${advice}`],
    ['a text is gone', { cuts: [{ from: 'b', to: 'c', instead: '' }] }, `${file} does not say once: b … c. ${advice}`],
    [
      'a text stands nowhere any more',
      { everywhere: [{ text: /b\(\)/g, instead: '' }] },
      `${file} says nowhere: /b\\(\\)/g. ${advice}`,
    ],
    [
      'a text stands there twice',
      { cuts: [{ from: 'a', to: ')', instead: '' }] },
      `${file} does not say once: a … ). ${advice}`,
    ],
  ])('when %s', (_, row, words) => expect(() => rewritten('function f() { a(); a() }', row)).toThrow(words))

  test('when the portal says what the reason excludes', () => {
    const built = { source: '<input onSelect={f} />', reports: false }
    const words = `The portal says onSelect now, but of ${file} is left out: ${why} ${advice}`
    expect(() => rewritten('', { unless: /\bonSelect\b/ }, built)).toThrow(words)
  })

  test('when another version is installed', async () => {
    const root = await mkdtemp(join(tmpdir(), 'another-version-'))
    const folder = join(root, 'node_modules', 'react-dom')
    await Promise.all([mkdir(join(root, 'src')), mkdir(folder, { recursive: true })])
    await writeFile(join(folder, 'package.json'), '{ "version": "19.9.9" }')
    const { config } = unreached(root)
    const words = `react-dom is 19.9.9 now; what is left out of it was read in 19.3.1. ${advice}`
    expect(() => (config as () => void)()).toThrow(words)
    await rm(root, { recursive: true })
  })
})

describe('what is left of the packages', () => {
  const read = ({ file: path }: Source) =>
    readFileSync(join(import.meta.dirname, '..', '..', '..', 'node_modules', path), 'utf8')

  test.each(readEntries)('uses no name whose declaration went: $file', variant => {
    const code = read(variant)
    const left = without(code, variant, shipped)
    const known = new Set([...undeclared(code), 'Error'])
    expect(left.length).toBeLessThan(code.length)
    expect(undeclared(left).filter(name => !known.has(name))).toEqual([])
  })

  test('is seen, when it does', () => {
    const code = 'function f(a) { if (a) { var b } { let c } return [a, b, c, d, g] } function g() {}'
    expect(undeclared(code)).toEqual(['c', 'd'])
  })
})
