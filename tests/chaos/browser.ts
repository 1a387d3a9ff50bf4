import { availableParallelism } from 'node:os'
import { ensureServer } from '../../provider/tests/setup/built.ts'
import { builds, ensureBuild } from '../e2e/setup/builds.ts'
import { openWorkplace } from '../run/workplace.ts'
import { startCluster } from './browser/cluster.ts'
import { runChaos, totals } from './browser/run.ts'
import { startAlone } from './browser/target.ts'

/** `npm run chaos:browser -- [--cluster] [enrolments] [seed]` */

const words = process.argv.slice(2)
const isCluster = words.includes('--cluster')
const [enrolments = 200, seed = Date.now() % 1_000_000] = words.filter(word => word !== '--cluster').map(Number)
if (!Number.isInteger(enrolments) || enrolments < 1 || !Number.isInteger(seed)) {
  console.error('Usage: npm run chaos:browser -- [--cluster] [enrolments] [seed]')
  process.exit(2)
}

ensureBuild(builds.complete, process.env.E2E_REBUILD === '1')
ensureServer()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const workplace = openWorkplace()
process.env.TMPDIR = workplace.folder
console.log(`${enrolments} enrolments, seed ${seed}`)
const since = performance.now()
const disturbed: string[] = []
const disturbance = (what: string) => {
  disturbed.push(what)
  console.log(what)
}
const outcomes = await runChaos({
  enrolments,
  seed,
  kills: [1, 4],
  moves: 2,
  together: Math.max(1, Math.min(4, availableParallelism())),
  start: isCluster ? startCluster(disturbance) : startAlone,
  tell({ matricule, kills, moves, uploads, notes, timeline }, number) {
    console.log(`${number}/${enrolments} ${matricule}: ${kills} kills, ${moves} moves, ${uploads} uploads begun`)
    for (const line of notes.length > 0 ? [...notes, ...timeline] : []) console.log(`  ${line}`)
  },
})
for (const { matricule, missing, timeline } of outcomes)
  for (const line of missing.length > 0 ? [`${matricule}:`, ...missing, ...timeline] : []) console.log(`  ${line}`)
const { finished, stored, documentsLost, sentAgain, draftsLost, kills, moves, uploads } = totals(outcomes)
console.log(`
seed                                        ${seed}
minutes                                     ${((performance.now() - since) / 60_000).toFixed(1)}
primaries killed or cut off                 ${disturbed.length}
browsers killed                             ${kills}
moves to another phone                      ${moves}
uploads begun                               ${uploads}
enrolments finished                         ${finished} of ${enrolments}
whole in the database afterwards            ${stored} of ${enrolments}
documents lost                              ${documentsLost}
documents sent again after a seen success   ${sentAgain}
drafts lost                                 ${draftsLost}`)
await workplace.clear()
process.exit(stored === enrolments && documentsLost + sentAgain + draftsLost === 0 ? 0 : 1)
