import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'

/**
 * `npm run sbom -w provider`: the production dependencies as CycloneDX on standard output. npm's
 * own `--omit=dev` also drops what a tool uses as well (valibot, half of pg); so this lists all,
 * and drops what the lock file marks as `dev`.
 */
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
const Bom = v.looseObject({
  metadata: v.looseObject({ component: v.looseObject({ 'bom-ref': v.string() }) }),
  components: v.array(
    v.looseObject({ name: v.string(), version: v.string(), 'bom-ref': v.string() }),
  ),
  dependencies: v.array(v.looseObject({ ref: v.string(), dependsOn: v.array(v.string()) })),
})

const cwd = join(import.meta.dirname, '..', '..')
const { packages } = v.parse(Lock, JSON.parse(readFileSync(join(cwd, 'package-lock.json'), 'utf8')))
const wanted = new Set(
  Object.entries(packages)
    .filter(([path, { dev, link }]) => path.startsWith('node_modules/') && !dev && !link)
    .map(([path, { version }]) => `${path.split('node_modules/').at(-1)}@${version}`),
)
const words = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only']
const bom = v.parse(
  Bom,
  JSON.parse(execFileSync('npm', words, { cwd, encoding: 'utf8', maxBuffer: 2 ** 27 })),
)
const components = bom.components.filter(({ name, version }) => wanted.has(`${name}@${version}`))
const kept = new Set([bom.metadata.component['bom-ref'], ...components.map(one => one['bom-ref'])])
const dependencies = bom.dependencies
  .filter(({ ref }) => kept.has(ref))
  .map(one => ({ ...one, dependsOn: one.dependsOn.filter(ref => kept.has(ref)) }))
process.stdout.write(`${JSON.stringify({ ...bom, components, dependencies }, null, 2)}\n`)
