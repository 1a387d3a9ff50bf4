import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { inputsOf, isBuiltFrom, noteBuiltFrom } from '../../../build/unchanged.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'portail-unchanged-'))
  mkdirSync(join(root, 'src', 'ui'), { recursive: true })
  mkdirSync(join(root, 'dist'))
  writeFileSync(join(root, 'src', 'main.ts'), 'one')
  writeFileSync(join(root, 'src', 'ui', 'form.tsx'), 'two')
  writeFileSync(join(root, 'dist', 'index.html'), '')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

describe('a second start builds again', () => {
  const built = () => noteBuiltFrom(join(root, 'dist'), inputsOf(root, {}))
  const isUnchanged = (env: NodeJS.ProcessEnv = {}) => isBuiltFrom(join(root, 'dist'), inputsOf(root, env))

  test('not where nothing has changed, whatever the variables of others are', () => {
    expect(isUnchanged()).toBe(false)
    built()
    expect(isUnchanged({ HOME: '/root', PORT: '3000' })).toBe(true)
  })

  test.each<[string, () => void, NodeJS.ProcessEnv?]>([
    ['after a change', () => writeFileSync(join(root, 'src', 'ui', 'form.tsx'), 'three')],
    ['after a new file', () => writeFileSync(join(root, 'src', 'new.ts'), '')],
    ['after a file has gone', () => rmSync(join(root, 'src', 'main.ts'))],
    ['with another setting', () => undefined, { VITE_WIZARD: 'reduced' }],
    ['with another setting in a file', () => writeFileSync(join(root, '.env.local'), 'VITE_WIZARD=reduced')],
    ['where the pages have gone', () => rmSync(join(root, 'dist', 'index.html'))],
  ])('%s', (_, change, env) => {
    built()
    change()
    expect(isUnchanged(env)).toBe(false)
  })
})
