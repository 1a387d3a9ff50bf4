import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { minimumBrowsers } from '../../../build/minimum-browsers.ts'
import { guardedNames, guardedStyles } from '../../minimum-browsers/guarded.ts'
import { lateNames } from '../../minimum-browsers/scripts.ts'
import { lateStyles } from '../../minimum-browsers/styles.ts'
import { lateSyntax } from '../../minimum-browsers/syntax.ts'
import { builds } from '../setup/builds.ts'

/** The built files, as the oldest browsers get them that package.json names (browserslist). */

const { dir } = builds.complete
const read = (path: string) => readFileSync(join(dir, path), 'utf8')
const names = readdirSync(dir, { recursive: true, encoding: 'utf8' })
const pages = names.filter(name => name.endsWith('.html'))
const inside = (tag: string) =>
  pages.flatMap(page =>
    [...read(page).matchAll(new RegExp(`<${tag}>([^]*?)</${tag}>`, 'g'))].map(
      ([, text = ''], index) => [`${page}, <${tag}> ${index + 1}`, text] as const,
    ),
  )
const files = (extension: string) =>
  names.filter(name => name.endsWith(extension)).map(name => [name, read(name)] as const)

/** The worker's own files, and what a page carries inside, are no modules. */
const kindOf = (name: string) => (/^assets\/(?!worker-)/.test(name) ? 'module' : 'script')
const scripts = [...files('.js'), ...inside('script')]
const styles = [...files('.css'), ...inside('style')]

test('there is something to look at', () => {
  expect(minimumBrowsers.length).toBeGreaterThan(3)
  expect(scripts.length).toBeGreaterThan(15)
  expect(styles.length).toBe(pages.length + 1)
})

test('no file is asked for by a name that stood in for its own while it was pressed', () => {
  expect(scripts.filter(([, code]) => code.includes('-00000000')).map(([name]) => name)).toEqual([])
})

describe(`a student with ${minimumBrowsers.join(', ')}`, () => {
  test.each(scripts)('can read %s', async (name, code) => {
    expect(await lateSyntax(code, kindOf(name))).toEqual([])
  })

  test('has what the scripts ask for, or does without', () => {
    const late = scripts.flatMap(([name, code]) => lateNames(code, kindOf(name)))
    expect([...new Set(late)].filter(path => !(path in guardedNames))).toEqual([])
    expect(Object.keys(guardedNames).filter(path => !late.includes(path))).toEqual([])
  })

  test('has what the styles ask for, or does without', () => {
    const late = styles.flatMap(([, css]) => lateStyles(css))
    expect([...new Set(late)].filter(path => !(path in guardedStyles))).toEqual([])
    expect(Object.keys(guardedStyles).filter(path => !late.includes(path))).toEqual([])
  })

  // Firefox before 114 reads it so.
  test('can run the photo worker where workers are no modules', async () => {
    const [worker] = files('.js').filter(([name]) => name.includes('shrink.worker'))
    expect(await lateSyntax(worker?.[1] ?? '(', 'script')).toEqual([])
  })
})
