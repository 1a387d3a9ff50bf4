import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { namesInComments, namesInPage } from './proofs/pages.ts'

/** The project stands alone: its pages and comments name only what is in it. */

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const filesIn = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(name => join(folder, name))

const isPage = (path: string) => path.endsWith('.md')
const docs = filesIn('docs').filter(isPage)
const pages = [
  'README.md',
  'SECURITY.md',
  'tests/asvs.md',
  'provider/README.md',
  ...docs,
  ...filesIn('provider/docs').filter(isPage),
]
const folders = ['src', 'sw', 'provider/src', 'provider/deploy', 'provider/tests', 'contract', 'build', 'tests']
const sources = folders.flatMap(filesIn).filter(path => /\.(?:tsx?|css|sql)$/.test(path))
const everything = [...folders, 'docs', 'provider/docs', 'public'].flatMap(filesIn).concat(readdirSync(root))

const exists = (path: string) => existsSync(join(root, path))
/** A comment may leave the way out where it says enough. */
const isKnown = (name: string) => everything.some(path => path === name || path.endsWith(`/${name}`))

describe('a newcomer who reads', () => {
  test('finds pages and comments to read', () => {
    expect(docs.length).toBeGreaterThan(5)
    expect(sources.flatMap(path => namesInComments(read(path))).length).toBeGreaterThan(20)
  })

  test.each(pages)('%s finds every file and link that it names', page => {
    const { files, links } = namesInPage(read(page))
    const lost = [
      ...files.filter(path => !exists(path)),
      ...links.filter(({ path, heading }) => {
        const target = path ? join(dirname(page), path) : page
        return !exists(target) || (heading && !namesInPage(read(target)).headings.includes(heading))
      }),
    ]
    expect(lost).toEqual([])
  })

  test('finds a README of at most 90 lines', () => {
    expect(read('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(90)
  })

  test('docs/README.md finds every page of docs there', () => {
    const listed = namesInPage(read('docs/README.md')).links.map(({ path }) => join('docs', path))
    expect(docs.filter(page => page !== 'docs/README.md' && !listed.includes(page))).toEqual([])
  })

  test('a comment is sent to no file outside of the project', () => {
    const lost = sources.flatMap(path =>
      namesInComments(read(path))
        .filter(name => !isKnown(name))
        .map(name => `${path} names ${name}`),
    )
    expect(lost).toEqual([])
  })
})

describe('the names', () => {
  test('of a page are its paths, its links and its headings', () => {
    const page = [
      '# A `b` (c)',
      'See `src/a.ts`, `tests/x/`, `npm ci`, `sw.js` and [b](../b.md#c-d), [c](#a-b-c) or [d](https://d.ml/e.md).',
      '```ts\n`src/none.ts` [x](none.md)\n# no heading\n```',
    ].join('\n')
    expect(namesInPage(page)).toEqual({
      files: ['src/a.ts', 'tests/x/'],
      links: [
        { path: '../b.md', heading: 'c-d' },
        { path: '', heading: 'a-b-c' },
      ],
      headings: ['a-b-c'],
    })
  })

  test('of comments are files, and not what the code or an address says', () => {
    const code = [
      "import a from './gone.ts'",
      '/** As in contract.md, and https://a.ml/b.html. */',
      'const a = 1 // docs/contract.md',
      ' * ../d/e.ts',
      '{/* f.tsx */}',
      '-- h.sql',
    ].join('\n')
    expect(namesInComments(code)).toEqual(['contract.md', 'docs/contract.md', 'd/e.ts', 'f.tsx', 'h.sql'])
  })
})
