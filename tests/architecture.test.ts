import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { habitsOf } from './architecture/habits.ts'
import { layering } from './architecture/layers.ts'
import { looseTexts } from './architecture/loose-text.ts'
import { importsOf, type Source, target } from './architecture/source.ts'
import { strayWords } from './architecture/words.ts'

const root = join(import.meta.dirname, '..')
const textOf = (path: string) => readFileSync(join(root, path), 'utf8')
const read = (folder: string): Source[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => /\.tsx?$/.test(name))
    .map(name => `${folder}/${name.replaceAll('\\', '/')}`)
    .map(path => ({ path, text: textOf(path) }))

const client = [...read('src'), ...read('sw')]
const [build, contract] = [read('build'), read('contract')]

describe('the folders of the portal say what it does, so', () => {
  test('there is something to look at', () => {
    expect(client.length).toBeGreaterThan(100)
    expect(client.flatMap(importsOf).length).toBeGreaterThan(500)
  })
  test('each layer imports only what lies below it', () => expect(layering(client)).toEqual([]))
  test('network, databases, clock and markup stay in their places', () => expect(habitsOf(client)).toEqual([]))
  test('French stands in the texts alone', () => expect(strayWords([...client, ...build])).toEqual([]))
  test('no text stands beside others, where a page translator would take it from React', () =>
    expect(looseTexts(client)).toEqual([]))
  test('the homes meet at few places: the contract takes from the portal by one file, and only tests import both', () => {
    const leads = (sources: readonly Source[], to: RegExp) =>
      sources.filter(one => importsOf(one).some(name => to.test(target(one.path, name) ?? ''))).map(({ path }) => path)
    expect(leads(contract, /^(?:src|sw|provider)\//)).toEqual(['contract/shared.ts'])
    expect(leads([...client, ...build, ...contract], /^provider\//)).toEqual([])
    expect(leads(read('provider/src'), /^(?:sw|build|contract|tests)\//)).toEqual([])
    // What both sides agree on: closed lists and limits, the calls, and how a JPEG is built.
    const others =
      /^src\/(?!spec\/|core\/api\/(?:endpoints|schemas|settings)\.|documents\/image\/(?:jpeg-segments|photo)\.)/
    expect(leads(read('provider/src'), others)).toEqual([])
  })
  test('`npm update` is all that a package needs: no version is named but in the lock file', () => {
    const fixed = ['package.json', 'provider/package.json'].flatMap(path => {
      const { dependencies, devDependencies }: Record<string, Record<string, string>> = JSON.parse(textOf(path))
      return Object.entries({ ...dependencies, ...devDependencies }).filter(([, range]) => !/^\^\d/.test(range))
    })
    // The newer ones must have their binaries on the registry (docs/recipes/update-a-package.md).
    expect(fixed.map(([name]) => name)).toEqual(['@biomejs/biome'])
    const config = { path: 'vite.config.ts', text: textOf('vite.config.ts') }
    const named = [...client, ...build, config].filter(({ text }) => /['"`^~=@]v?\d+\.\d+\.\d+['"`]/.test(text))
    expect(named.map(({ path }) => path)).toEqual([])
  })
})

describe('a violation is reported when', () => {
  const outbox = (name: string) => `import { x } from '../../outbox/${name}.ts'`
  test.each([
    ['a feature borrows a type of another', 'features/home/a.ts', "import type {\n A\n} from '../status/a.ts'"],
    ['the design system knows the domain', 'ui/field.tsx', "import { items } from '../outbox/items.ts'"],
    ['the outbox shows something', 'outbox/send.ts', "export { Alert } from '../ui/alert.tsx'"],
    ['a layer below loads one above later', 'documents/a.ts', "const a = () => import('../app/router.tsx')"],
    ['a worker is started from above', 'core/db/a.ts', "new URL('../../documents/w.ts', import.meta.url)"],
    ['a phone carries the strict contract', 'core/api/a.ts', "import { a } from '../../../contract/schemas.ts'"],
    ['a folder is new', 'misc/a.ts', ''],
    ['a folder borrows from one above it', 'documents/image/a.ts', "import { x } from '../ui/row.ts'"],
    ['a module borrows from its screens', 'documents/a.ts', "import { x } from './ui/row.ts'"],
    ['a screen writes to the queue', 'features/home/a.ts', outbox('store')],
  ])('%s', (_, path, text) => expect(layering([{ path: `src/${path}`, text }])).toHaveLength(1))

  test.each([
    ['a screen fetches', 'features/home/a.ts', 'globalThis.fetch (url)'],
    ['a screen opens a request', 'documents/image/a.ts', 'new XMLHttpRequest()'],
    ['the outbox opens a database', 'outbox/a.ts', "indexedDB.open('x')"],
    ['a table reads the clock', 'spec/a.ts', 'const now = new Date()'],
    ['a transition reads the clock', 'outbox/transitions.ts', 'x({ now: Date.now() })'],
    ['a rule reads the clock', 'features/home/countdown.rule.ts', 'performance.now()'],
    ["the provider's text becomes markup", 'ui/a.tsx', '<p dangerouslySetInnerHTML={{ __html: msg }} />'],
    ['text is run', 'app/a.ts', 'eval(text)'],
    ['something is shown to a pointer that passes by', 'ui/a.tsx', '<p onMouseEnter={show} />'],
    ['a dialog is opened past the guard of its answers', 'documents/ui/a.tsx', 'element.showModal()'],
    ['a date is formatted by Intl', 'ui/a.ts', "date.toLocaleDateString('fr')"],
  ])('%s', (_, path, text) => expect(habitsOf([{ path: `src/${path}`, text }])).toHaveLength(1))

  test.each([
    ['a sentence', '<p>Rechargez la page.</p>'],
    ['a word beside a value', '<p>{count} sur {total}</p>'],
    ['what is read aloud', '<img alt="logo" />'],
    ['a string in braces', "<p>{open ? 'Ouverte' : null}</p>"],
    ['a sentence around a value', `const words = \`Il reste \${left} essais\``],
    ['an accent', "const unit = 'secondes après'"],
    ['an elision', 'say("l\'attestation")'],
  ])('French stands in a screen: %s', (_, text) =>
    expect(strayWords([{ path: 'src/features/home/a.tsx', text }])).toHaveLength(1),
  )
})

test.each([
  ['a comment speaks of it', "// fetch('/x') and new Date()\nconst a = 1 /* eval( */ // Les dates sont là"],
  ['a string speaks of it', "addEventListener('fetch (', f); const s = `XMLHttpRequest`; const t = '/2021/v1/chrono'"],
  ['a query is fetched, a date is made of a text', 'queryClient.fetchQuery(options); new Date(text)'],
  ['an attribute is none that is read', '<p className="hint" id="late" role="status">{a} / {b}</p>'],
  ['an error is told to developers', "throw new Error('The write was given up.')"],
  ['a pattern holds a quote', 'const quote = /[\'"]/\nconst b = `eval(`'],
  ['an import is only spoken of', "// import a from '../app/b.ts'\nconst from = 'x'"],
])('nothing is reported when %s', (_, text) => {
  const source = [{ path: 'src/spec/a.ts', text }]
  expect([...habitsOf(source), ...strayWords(source), ...layering(source)]).toEqual([])
})
