import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as v from 'valibot'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const Lock = v.object({
  packages: v.record(
    v.string(),
    v.object({
      version: v.optional(v.string()),
      dev: v.optional(v.boolean(), false),
      link: v.optional(v.boolean(), false),
    }),
  ),
})
const Bom = v.object({
  bomFormat: v.literal('CycloneDX'),
  components: v.array(
    v.object({ name: v.string(), version: v.string(), purl: v.pipe(v.string(), v.startsWith('pkg:npm/')) }),
  ),
})

test('the list of what production runs on names each package of the lock file, and nothing that only builds or tests', async () => {
  const { packages } = v.parse(Lock, JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')))
  const wanted = Object.entries(packages)
    .filter(([path, { dev, link }]) => path.startsWith('node_modules/') && !dev && !link)
    .map(([path, { version }]) => `${path.split('node_modules/').at(-1)}@${version}`)
  expect(wanted.length).toBeGreaterThan(30)
  expect(wanted).toEqual(
    expect.arrayContaining([expect.stringMatching(/^pg@/), expect.stringMatching(/^@img\/sharp-linux-x64@/)]),
  )

  const { stdout } = await promisify(execFile)('npm', ['run', '--silent', 'sbom', '-w', 'provider'], {
    cwd: root,
    maxBuffer: 2 ** 26,
  })
  const { components } = v.parse(Bom, JSON.parse(stdout))
  expect([...new Set(components.map(({ name, version }) => `${name}@${version}`))].sort()).toEqual(
    [...new Set(wanted)].sort(),
  )
})
