import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { comments, habitsOf, placesOfPackages, sizes } from './architecture/habits.ts'
import { cycles, layering, pastDoors, undeclared } from './architecture/layers.ts'
import { importsOf, type Source } from './architecture/source.ts'

const root = join(import.meta.dirname, '..')

const read = (folder: string): Source[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => /\.tsx?$/.test(name))
    .map(name => `${folder}/${name.replaceAll('\\', '/')}`)
    .map(path => ({ path, text: readFileSync(join(root, path), 'utf8') }))

const Names = v.optional(v.record(v.string(), v.string()), {})
const manifest = v.parse(
  v.object({ dependencies: Names, devDependencies: Names }),
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')),
)
const declared = [...Object.keys(manifest.dependencies), ...Object.keys(manifest.devDependencies)]

const client = [...read('src'), ...read('sw')]
const everything = [...client, ...read('server')]
const file = (path: string, text: string): Source[] => [{ path, text }]

describe('the folders of the portal say what it does, so', () => {
  test('there is something to look at', () => {
    expect(client.length).toBeGreaterThan(5)
    expect(client.flatMap(importsOf).length).toBeGreaterThan(5)
  })
  test('each layer imports only what lies below it', () => expect(layering(client)).toEqual([]))
  test('a room with a door is entered by it', () => expect(pastDoors(client)).toEqual([]))
  test('no import leads back to itself', () => expect(cycles(everything)).toEqual([]))
  test('packages are imported only where they belong', () => expect(placesOfPackages(client)).toEqual([]))
  test('every package is declared', () => expect(undeclared(client, declared)).toEqual([]))
  test('network, databases, clock and markup stay in their places', () => expect(habitsOf(client)).toEqual([]))
  test('no file is longer than a reader holds in mind, and none is a barrel', () =>
    expect(sizes(everything)).toEqual([]))
  test('comments are short', () => expect(comments(everything)).toEqual([]))
  test('a journey opens the database only once the portal has made it', () => {
    const openers = read('tests/e2e').filter(({ text }) => text.includes('indexedDB.open('))
    expect(openers.map(({ path }) => path)).toEqual(['tests/e2e/setup/device.ts'])
  })
})

describe('a violation is reported when', () => {
  test.each([
    ['a feature imports another', 'src/home/home.tsx', "import { Countdown } from '../countdown/countdown.tsx'"],
    ['a feature only borrows a type', 'src/home/a.ts', "import type {\n  A,\n  B\n} from '../status/a.ts'"],
    ['the design system knows the domain', 'src/ui/field.tsx', "import { limits } from '../rules/limits.ts'"],
    ['the outbox shows something', 'src/outbox/flush.ts', "export { Alert } from '../ui/alert.tsx'"],
    ['a layer below loads one above later', 'src/photos/a.ts', "const a = () => import('../app/router.tsx')"],
    ['a worker is started from above', 'src/storage/a.ts', "new URL('../photos/w.ts', import.meta.url)"],
    ['the service worker draws', 'sw/sw.ts', "import '../src/ui/a.ts'"],
    ['a folder is new', 'src/misc/a.ts', ''],
  ])('%s', (_, path, text) => expect(layering(file(path, text))).toHaveLength(1))

  test('a screen writes to the outbox past its door', () => {
    const past = (name: string) => pastDoors(file('src/home/a.ts', `import { x } from '../outbox/${name}.ts'`))
    expect(past('queue')).toHaveLength(1)
    expect(past('signals')).toHaveLength(1)
    expect(past('door')).toEqual([])
    expect(pastDoors(file('src/outbox/a.ts', "import { x } from './queue.ts'"))).toEqual([])
  })

  test('three files import each other in a circle', () => {
    const circle = ['a', 'b', 'c'].map((name, index, all) => ({
      path: `src/rules/${name}.ts`,
      text: `import { x } from './${all[(index + 1) % 3]}.ts'`,
    }))
    expect(cycles(circle)).toEqual(['src/rules/a.ts → src/rules/b.ts → src/rules/c.ts → src/rules/a.ts'])
    expect(cycles(circle.slice(0, 2))).toEqual([])
  })

  test.each([
    ['a screen fetches', 'src/home/a.ts', 'const a = await fetch(url)'],
    ['a screen fetches by a longer name', 'src/home/a.ts', 'globalThis.fetch (url)'],
    ['a screen opens a request', 'src/photos/a.ts', 'new XMLHttpRequest()'],
    ['the outbox opens a database', 'src/outbox/a.ts', "indexedDB.open('x')"],
    ['a rule reads the clock', 'src/rules/a.ts', 'const now = new Date()'],
    ['a transition reads the clock', 'src/outbox/transitions.ts', 'x({ now: Date.now() })'],
    ['a pure rule of a screen reads the clock', 'src/countdown/countdown.rule.ts', 'Date.now()'],
    ['something is exported by default', 'src/app/a.tsx', 'export default function App() {}'],
    ["the provider's text becomes markup", 'src/ui/a.tsx', '<p dangerouslySetInnerHTML={{ __html: msg }} />'],
    ['text is run', 'src/app/a.ts', 'eval(text)'],
    ['something is shown to a pointer that passes by', 'src/ui/a.tsx', '<p onMouseEnter={show} />'],
    ['a number is formatted by Intl', 'src/ui/a.ts', "new Intl.NumberFormat('fr-FR')"],
    ['a date is formatted by Intl', 'src/ui/a.ts', "date.toLocaleDateString('fr')"],
  ])('%s', (_, path, text) => expect(habitsOf(file(path, text))).toHaveLength(1))

  test.each([
    ['React in a plain module', 'src/status/query.ts', "import { useState } from 'react'"],
    ['React DOM in a plain module', 'src/status/query.ts', "import { flushSync } from 'react-dom'"],
    ['idb-keyval in a screen', 'src/home/a.ts', "import { get } from 'idb-keyval'"],
  ])('there is %s', (_, path, text) => expect(placesOfPackages(file(path, text))).toHaveLength(1))

  test('a package comes without being declared', () => {
    const text = "import a from '@scope/pack/deep'\nimport b from 'left-pad'\nimport c from 'virtual:pwa-register'"
    expect(undeclared(file('src/app/a.ts', text), ['@scope/pack'])).toEqual([
      "src/app/a.ts imports left-pad, which package.json doesn't declare",
    ])
  })

  test('a file is too long or a barrel', () => {
    expect(sizes(file('src/app/a.ts', 'x\n'.repeat(201)))).toHaveLength(1)
    expect(sizes(file('src/app/a.ts', 'x\n'.repeat(200)))).toEqual([])
    expect(sizes(file('src/app/index.ts', ''))).toHaveLength(1)
  })

  test('a comment is a chapter', () => {
    expect(comments(file('src/a.ts', '  // a\n'.repeat(4)))).toHaveLength(1)
    expect(comments(file('src/a.ts', '  // a\n'.repeat(3)))).toEqual([])
    expect(comments(file('src/a.ts', `/**\n${' * a\n'.repeat(7)} */`))).toHaveLength(1)
  })
})

describe('nothing is reported when', () => {
  test.each([
    ['a comment speaks of fetch()', "// fetch('/x') and new Date()\nconst a = 1 /* eval( */"],
    ['a string speaks of it', "addEventListener('fetch (', f); const s = `XMLHttpRequest`"],
    ['a query is fetched', 'queryClient.fetchQuery(options); query.refetch()'],
    ['a date is made of a text', 'new Date(text)'],
    ['French has an apostrophe', "<p>l'attestation</p>\nconst b = 1"],
    ['a pattern holds a quote', 'const quote = /[\'"]/\nconst b = `eval(`'],
  ])('%s', (_, text) => expect(habitsOf(file('src/rules/a.ts', text))).toEqual([]))

  test('an import is only spoken of', () => {
    expect(importsOf({ path: 'a.ts', text: "// import a from './b.ts'\nconst from = 'x'" })).toEqual([])
  })
})
