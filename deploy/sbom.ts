import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import * as v from 'valibot'

/**
 * `npm run sbom`: what production runs on, as CycloneDX on standard output. npm's own `--omit=dev` leaves out whatever a
 * tool uses as well, valibot and half of pg among it; so all is listed, and what the lock file calls `dev` dropped.
 */
const Lock = v.object({
  packages: v.record(v.string(), v.object({ version: v.optional(v.string()), dev: v.optional(v.boolean(), false) })),
})
const Bom = v.looseObject({
  metadata: v.looseObject({ component: v.looseObject({ 'bom-ref': v.string() }) }),
  components: v.array(v.looseObject({ name: v.string(), version: v.string(), 'bom-ref': v.string() })),
  dependencies: v.array(v.looseObject({ ref: v.string(), dependsOn: v.array(v.string()) })),
})

const { packages } = v.parse(Lock, JSON.parse(readFileSync('package-lock.json', 'utf8')))
const wanted = new Set(
  Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && !dev)
    .map(([path, { version }]) => `${path.split('node_modules/').at(-1)}@${version}`),
)
const words = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only']
const bom = v.parse(Bom, JSON.parse(execFileSync('npm', words, { encoding: 'utf8', maxBuffer: 2 ** 27 })))
const components = bom.components.filter(({ name, version }) => wanted.has(`${name}@${version}`))
const kept = new Set([bom.metadata.component['bom-ref'], ...components.map(one => one['bom-ref'])])
const dependencies = bom.dependencies
  .filter(({ ref }) => kept.has(ref))
  .map(one => ({ ...one, dependsOn: one.dependsOn.filter(ref => kept.has(ref)) }))
process.stdout.write(`${JSON.stringify({ ...bom, components, dependencies }, null, 2)}\n`)
