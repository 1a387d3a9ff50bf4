import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** That biome.json refuses what tests/architecture leaves to it: each rule once, over a project of samples. */

const root = join(import.meta.dirname, '..')
const samples: readonly [rule: string, path: string, text: string][] = [
  ['noImportCycles', 'src/spec/a.ts', "import { b } from './b.ts'\nexport const a = () => b"],
  ['noImportCycles', 'src/spec/b.ts', "import { a } from './a.ts'\nexport const b = () => a"],
  ['noImportCycles', 'src/spec/t.ts', "import type { U } from './u.ts'\nexport type T = U | 1"],
  ['noUndeclaredDependencies', 'src/app/left.ts', "import pad from 'left-pad'\nexport const left = pad"],
  [
    'noRestrictedImports',
    'src/features/status/query.ts',
    "import { useState } from 'react'\nexport const q = useState",
  ],
  ['noRestrictedImports', 'src/core/db/draw.ts', "import { flushSync } from 'react-dom'\nexport const f = flushSync"],
  ['noRestrictedImports', 'src/features/home/a.tsx', "import { get } from 'idb-keyval'\nexport const g = get"],
  ['noBarrelFile', 'src/spec/index.ts', "export { t } from './plain.ts'"],
  ['noFloatingPromises', 'src/app/late.ts', 'const late = async () => 1\nexport const f = () => {\n  late()\n}'],
  ['noDefaultExport', 'src/app/router.ts', 'export default 1'],
  ['noExcessiveLinesPerFunction', 'src/app/long.ts', `export function long() {\n${'  reportError(1)\n'.repeat(61)}}`],
  ['noExcessiveLinesPerFile', 'src/app/longer.ts', 'export {}\n'.repeat(251)],
]
const fine: readonly [path: string, text: string][] = [
  ['src/spec/u.ts', "import type { T } from './t.ts'\nexport type U = T | 2"],
  ['src/spec/plain.ts', 'export const t = 1'],
  ['src/ui/use-lifecycle.ts', "import { useState } from 'react'\nexport const useTick = useState"],
  ['src/core/db/kept.ts', "import { get } from 'idb-keyval'\nexport const g = get"],
  ['src/app/waited.ts', 'const late = async () => 1\nexport const f = () => {\n  void late()\n}'],
]

const folder = mkdtempSync(join(tmpdir(), 'lint-'))
afterAll(() => rmSync(folder, { recursive: true }))

const put = (path: string, text: string) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}
let said = ''
beforeAll(() => {
  const { $schema, vcs, ...rules } = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'))
  put('biome.json', JSON.stringify(rules))
  put('package.json', JSON.stringify({ dependencies: { react: '1', 'react-dom': '1', 'idb-keyval': '1' } }))
  for (const [, path, text] of samples) put(path, text)
  for (const [path, text] of fine) put(path, text)
  const biome = join(root, 'node_modules', '.bin', 'biome')
  said = spawnSync(biome, ['lint', '--reporter=github', '--max-diagnostics=200', '.'], {
    cwd: folder,
    encoding: 'utf8',
  }).stdout
}, 60_000)

const refusals = () => said.split('\n').filter(line => line.startsWith('::error'))

test.each(samples)('%s refuses %s', (rule, path) => {
  expect(refusals().filter(line => line.includes(`/${rule},`) && line.includes(path))).not.toEqual([])
})

test.each(fine.slice(1))('nothing is refused in %s', path => {
  expect(refusals().filter(line => line.includes(path))).toEqual([])
})
