import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

/** That biome.json refuses what tests/architecture leaves to it; a later override could let it through again. */

const root = join(import.meta.dirname, '..')
/** Where each file stands, the rule that refuses it, if any, and what it says. */
const samples: readonly [path: string, rule: string, text: string][] = [
  ['src/spec/t.ts', 'noImportCycles', "import type { U } from './u.ts'\nexport type T = U | 1"],
  ['src/spec/u.ts', 'noImportCycles', "import type { T } from './t.ts'\nexport type U = T | 2"],
  ['src/app/left.ts', 'noUndeclaredDependencies', "import pad from 'left-pad'\nexport const left = pad"],
  ['src/status/a.ts', 'noRestrictedImports', "import { useState } from 'react'\nexport const q = useState"],
  ['src/core/db/a.ts', 'noRestrictedImports', "import { flushSync } from 'react-dom'\nexport const f = flushSync"],
  ['src/ui/a.tsx', 'noRestrictedImports', "import { get } from 'idb-keyval'\nexport const g = get"],
  ['src/app/late.ts', 'noFloatingPromises', 'const late = async () => 1\nexport const f = () => {\n  late()\n}'],
  ['src/ui/use-tick.ts', '', "import { useState } from 'react'\nexport const useTick = useState"],
  ['src/core/db/kept.ts', '', "import { get } from 'idb-keyval'\nexport const g = get"],
]

const folder = mkdtempSync(join(tmpdir(), 'lint-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('what is not a sample of something refused is let through, and nothing else', () => {
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const { $schema, vcs, ...rules } = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'))
  put('biome.json', JSON.stringify(rules))
  put('package.json', JSON.stringify({ dependencies: { react: '1', 'react-dom': '1', 'idb-keyval': '1' } }))
  for (const [path, , text] of samples) put(path, text)
  const biome = join(root, 'node_modules', '.bin', 'biome')
  const args = ['lint', '--reporter=github', '--max-diagnostics=200', '.']
  const refusals = spawnSync(biome, args, { cwd: folder, encoding: 'utf8' }).stdout.match(/^::error.*$/gm) ?? []
  const found = samples.map(([path]) => refusals.find(line => line.includes(path))?.match(/\/(\w+),/)?.[1] ?? '')
  expect(found).toEqual(samples.map(([, rule]) => rule))
}, 60_000)
