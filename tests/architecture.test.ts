import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { comments, habitsOf } from './architecture/habits.ts'
import { innerLayering, layering, pastEntries } from './architecture/layers.ts'
import { looseTexts } from './architecture/loose-text.ts'
import { ownWordsInCode, ownWordsInProse } from './architecture/plain-words.ts'
import { importsOf, type Source, target } from './architecture/source.ts'
import { otherApostrophes, strayWords, wordsSaidTwice } from './architecture/words.ts'

const root = join(import.meta.dirname, '..')

const read = (folder: string): Source[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => /\.tsx?$/.test(name))
    .map(name => `${folder}/${name.replaceAll('\\', '/')}`)
    .map(path => ({ path, text: readFileSync(join(root, path), 'utf8') }))

const client = [...read('src'), ...read('sw')]
const everything = [...client, ...read('provider/src'), ...read('contract')]
/** The pages that a developer or an operator reads. */
const docs = (): Source[] =>
  ['', 'docs', 'provider', 'provider/docs']
    .flatMap(folder =>
      readdirSync(join(root, folder), { recursive: folder.endsWith('docs'), encoding: 'utf8' }).map(name =>
        join(folder, name),
      ),
    )
    .filter(path => path.endsWith('.md'))
    .map(path => ({ path, text: readFileSync(join(root, path), 'utf8') }))
const file = (path: string, text: string): Source[] => [{ path, text }]

describe('the folders of the portal say what it does, so', () => {
  test('there is something to look at', () => {
    expect(client.length).toBeGreaterThan(5)
    expect(client.flatMap(importsOf).length).toBeGreaterThan(5)
  })
  test('each layer imports only what lies below it', () => expect(layering(client)).toEqual([]))
  test('folders within a module are ordered, too', () => expect(innerLayering(client)).toEqual([]))
  test('the outbox is entered by its entry points', () => expect(pastEntries(client)).toEqual([]))
  test('network, databases, clock and markup stay in their places', () => expect(habitsOf(client)).toEqual([]))
  test('French stands in the texts alone', () => {
    expect(strayWords([...client, ...read('build')])).toEqual([])
  })
  test('no sentence is kept in two places', () => expect(wordsSaidTwice(client)).toEqual([]))
  test('texts have one apostrophe', () => expect(otherApostrophes(client)).toEqual([]))
  test('names, comments and docs speak the words of the field', () => {
    const all = [...everything, ...read('build'), ...read('provider/deploy')]
    const pages = docs().filter(({ path }) => !/(?:specification|glossary)\.md$/.test(path))
    expect([...ownWordsInCode(all), ...pages.flatMap(ownWordsInProse)]).toEqual([])
  })
  test('no text stands beside others, where a page translator would take it from React', () =>
    expect(looseTexts(client)).toEqual([]))
  test('the homes meet at few places: the contract takes from the portal by one file, and only tests import both', () => {
    const leads = (sources: readonly Source[], to: RegExp) =>
      sources.filter(one => importsOf(one).some(name => to.test(target(one.path, name) ?? ''))).map(({ path }) => path)
    expect(leads(read('contract'), /^(?:src|sw|provider)\//)).toEqual(['contract/shared.ts'])
    expect(leads([...client, ...read('build'), ...read('contract')], /^provider\//)).toEqual([])
    expect(leads(read('provider/src'), /^(?:sw|build|contract|tests)\//)).toEqual([])
  })
  test('`npm update` is all that a package needs: no version is named but in the lock file', () => {
    const ranges = ['package.json', 'provider/package.json'].flatMap(path => {
      const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, path), 'utf8'))
      return Object.entries({ ...dependencies, ...devDependencies })
    })
    const fixed = ranges.filter(([, range]) => !/^\^\d/.test(`${range}`))
    // The newer ones must have their binaries on the registry (docs/recipes/update-a-package.md).
    expect(fixed.map(([name]) => name)).toEqual(['@biomejs/biome'])
    const build = [
      ...client,
      ...read('build'),
      ...file('vite.config.ts', readFileSync(join(root, 'vite.config.ts'), 'utf8')),
    ]
    expect(build.filter(({ text }) => /['"`^~=@]v?\d+\.\d+\.\d+['"`]/.test(text)).map(({ path }) => path)).toEqual([])
  })
  test('comments are short', () => expect(comments(everything)).toEqual([]))
  test('a journey opens the database only once the portal has made it', () => {
    const openers = read('tests/e2e').filter(({ text }) => text.includes('indexedDB.open('))
    expect(openers.map(({ path }) => path)).toEqual(['tests/e2e/setup/device.ts'])
  })
})

describe('a violation is reported when', () => {
  test.each([
    ['a feature imports another', 'src/features/home/home.tsx', "import { Result } from '../status/result.tsx'"],
    ['a feature only borrows a type', 'src/features/home/a.ts', "import type {\n  A,\n  B\n} from '../status/a.ts'"],
    ['the design system knows the domain', 'src/ui/field.tsx', "import { items } from '../outbox/items.ts'"],
    ['the outbox shows something', 'src/outbox/send.ts', "export { Alert } from '../ui/alert.tsx'"],
    ['a layer below loads one above later', 'src/documents/a.ts', "const a = () => import('../app/router.tsx')"],
    ['a worker is started from above', 'src/core/db/a.ts', "new URL('../../documents/w.ts', import.meta.url)"],
    ['the service worker draws', 'sw/sw.ts', "import '../src/ui/a.ts'"],
    [
      'a phone carries the strict contract',
      'src/core/api/a.ts',
      "import { outcome } from '../../../contract/schemas.ts'",
    ],
    ['a folder is new', 'src/misc/a.ts', ''],
  ])('%s', (_, path, text) => expect(layering(file(path, text))).toHaveLength(1))

  test('a folder within a module borrows from one above it', () => {
    const borrows = (from: string, to: string) =>
      innerLayering(file(`src/documents/${from}a.ts`, `import { x } from '${to}.ts'`))
    expect(borrows('image/', '../ui/row')).toHaveLength(1)
    expect(borrows('', './ui/row')).toHaveLength(1)
    expect(borrows('ui/', '../image/photo')).toEqual([])
  })

  test('a screen writes to the outbox past its entry points', () => {
    const past = (name: string) =>
      pastEntries(file('src/features/home/a.ts', `import { x } from '../../outbox/${name}.ts'`))
    expect(past('store')).toHaveLength(1)
    expect(past('transitions')).toHaveLength(1)
    expect(past('api')).toEqual([])
    expect(pastEntries(file('src/outbox/a.ts', "import { x } from './store.ts'"))).toEqual([])
  })

  test.each([
    ['a screen fetches', 'src/features/home/a.ts', 'const a = await fetch(url)'],
    ['a screen fetches by a longer name', 'src/features/home/a.ts', 'globalThis.fetch (url)'],
    ['a screen opens a request', 'src/documents/image/a.ts', 'new XMLHttpRequest()'],
    ['the outbox opens a database', 'src/outbox/a.ts', "indexedDB.open('x')"],
    ['a rule reads the clock', 'src/spec/a.ts', 'const now = new Date()'],
    ['a transition reads the clock', 'src/outbox/transitions.ts', 'x({ now: Date.now() })'],
    ['a pure rule of a screen reads the clock', 'src/features/home/countdown.rule.ts', 'Date.now()'],
    ["the provider's text becomes markup", 'src/ui/a.tsx', '<p dangerouslySetInnerHTML={{ __html: msg }} />'],
    ['text is run', 'src/app/a.ts', 'eval(text)'],
    ['something is shown to a pointer that passes by', 'src/ui/a.tsx', '<p onMouseEnter={show} />'],
    ['a dialog is opened past the guard of its answers', 'src/documents/ui/a.tsx', 'element.showModal()'],
    ['a number is formatted by Intl', 'src/ui/a.ts', "new Intl.NumberFormat('fr-FR')"],
    ['a date is formatted by Intl', 'src/ui/a.ts', "date.toLocaleDateString('fr')"],
  ])('%s', (_, path, text) => expect(habitsOf(file(path, text))).toHaveLength(1))

  test.each([
    ['a sentence', '<p>Rechargez la page.</p>'],
    ['a word', '<b>Annuler</b>'],
    ['a word beside a value', '<p>{count} sur {total}</p>'],
    ['what is read aloud', '<button aria-label="Fermer" />'],
    ['what is read aloud, in plain letters', '<img alt="logo" />'],
    ['a label', '<Spinner label="Envoi" />'],
    ['a string in braces', "<p>{open ? 'Ouverte' : null}</p>"],
    ['a sentence in code', "const words = 'Ce code est faux'"],
    ['a sentence around a value', `const words = \`Il reste \${left} essais\``],
    ['an accent', "const unit = 'secondes après'"],
    ['an elision', 'say("l\'attestation")'],
  ])('French stands in a screen: %s', (_, text) =>
    expect(strayWords(file('src/features/home/a.tsx', text))).toHaveLength(1),
  )

  test('a sentence stands in two texts, or with another apostrophe', () => {
    const text = "export const close = 'Fermer'"
    const both = [...file('src/ui/text.ts', text), ...file('src/features/home/bar-text.ts', text)]
    expect(strayWords(both)).toEqual([])
    expect(wordsSaidTwice(both)).toEqual(['"Fermer": src/ui/text.ts, src/features/home/bar-text.ts'])
    expect(otherApostrophes(file('src/ui/text.ts', "export const a = 'l’écran'"))).toHaveLength(1)
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
  ])('%s', (_, text) => expect(habitsOf(file('src/spec/a.ts', text))).toEqual([]))

  test.each([
    ['a class or an id', '<p className="hint" id="late" role="status" />'],
    ['English for whoever builds the portal', "throw new Error('The write was given up.')"],
    ['a sign between values', '<p>{a} / {b}</p>'],
    ['an address', "fetch('/2021/v1/chrono')"],
    ['a comment', '// Les inscriptions sont fermées'],
  ])('words are none that a student reads: %s', (_, text) =>
    expect(strayWords(file('src/features/home/a.tsx', text))).toEqual([]),
  )

  test('an import is only spoken of', () => {
    expect(importsOf({ path: 'a.ts', text: "// import a from './b.ts'\nconst from = 'x'" })).toEqual([])
  })
})

describe('a word of this project alone is found', () => {
  const inCode = (text: string) => ownWordsInCode(file('src/outbox/a.ts', text))

  test.each([
    ['in a name', 'const sealedRow = 1'],
    ['in a parameter', 'const open = (parcel: string) => parcel'],
    ['in a type', 'interface Desk { at: number }'],
    ['in a comment', '/** The floor of all browsers: what is mended here. */'],
    ['in a comment that hides its actor', '// Nobody knows it.'],
  ])('%s', (_, text) => expect(inCode(text)).not.toEqual([]))

  test('and neither a stored property nor a word that only looks alike', () => {
    expect(inCode('const eraseAll = ({ requestKey, edits }: Item) => edits ?? requestKey')).toEqual([])
    expect(inCode('// The student recommends it.')).toEqual([])
  })

  test('in prose, but not in the name of something', () => {
    expect(ownWordsInProse({ path: 'docs/a.md', text: 'A parcel is\nsealed; `parcel.ts` is not.' })).toHaveLength(2)
  })
})
