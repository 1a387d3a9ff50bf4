import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { type Snippet, snippetsIn, withSnippet } from './proofs/recipes.ts'

/** Every snippet of docs/recipes, put where its first line says, compiles in a copy of the portal. */

const root = join(import.meta.dirname, '..')
const recipes = join(root, 'docs', 'recipes')
const copy = mkdtempSync(join(tmpdir(), 'recipes-'))
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
afterAll(() => rmSync(copy, { recursive: true, force: true }))

const snippets = readdirSync(recipes).flatMap(name => snippetsIn(readFileSync(join(recipes, name), 'utf8')))

function put(snippet: Snippet): void {
  const path = join(copy, snippet.file)
  writeFileSync(path, withSnippet(snippet.place ? readFileSync(path, 'utf8') : '', snippet))
}

/** What the compiler says of a folder of the copy, a line each. */
const compile = (folder: string, types: string[]) =>
  new Promise<string[]>(settle => {
    const config = join(copy, `${folder}.json`)
    const extended = { extends: join(root, 'tsconfig.json'), compilerOptions: { types }, include: [folder] }
    writeFileSync(config, JSON.stringify(extended))
    const tsc = join(root, 'node_modules', 'typescript', 'lib', 'tsc.js')
    execFile(process.execPath, [tsc, '-p', config], { cwd: copy }, (_, stdout) =>
      settle(stdout.split('\n').filter(line => /^\S/.test(line))),
    )
  })

test('a newcomer who follows the recipes has code that compiles', async () => {
  mkdirSync(join(copy, 'build'))
  cpSync(join(root, 'src'), join(copy, 'src'), { recursive: true })
  expect(snippets.length).toBeGreaterThan(8)
  for (const snippet of snippets) put(snippet)
  // A name that is nowhere shows that the compiler has looked at snippets, too.
  put({ file: 'src/planted.ts', place: undefined, code: "import { Slots } from './core/api/endpoints.ts'\n" })
  const planted = expect.stringMatching(/^src\/planted\.ts\(1,10\): error TS.*'Slots'/)
  expect(await compile('src', ['vite/types/importMeta.d.ts'])).toEqual([planted])
  expect(await compile('build', ['node'])).toEqual([])
})

test('a snippet without its file, or whose place is gone or stands twice, is refused', () => {
  expect(() => snippetsIn('```ts\nconst a = 1\n```')).toThrow('const a = 1')
  const before = (text: string): Snippet => ({ file: 'a.ts', place: { side: 'before', text }, code: 'new\n' })
  expect(withSnippet('a\n  b\nc\n', before('b'))).toBe('a\nnew\n  b\nc\n')
  expect(() => withSnippet('a\nb\n', before('c'))).toThrow('c')
  expect(() => withSnippet('a\na\n', before('a'))).toThrow('a')
})
