import { availableParallelism } from 'node:os'
import { builds, ensureBuild } from '../e2e/setup/builds.ts'
import { ensureServer } from '../server/setup/built.ts'
import { runChaos, totals } from './browser/run.ts'

/** `npm run chaos:browser -- [enrolments] [seed]` */

const enrolments = Number(process.argv[2] ?? 200)
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000)
if (!Number.isInteger(enrolments) || enrolments < 1 || !Number.isInteger(seed)) {
  console.error('Usage: npm run chaos:browser -- [enrolments] [seed]')
  process.exit(2)
}

ensureBuild(builds.complete, process.env.E2E_REBUILD === '1')
ensureServer()
console.log(`${enrolments} enrolments, seed ${seed}`)
const outcomes = await runChaos({
  enrolments,
  seed,
  kills: [1, 4],
  moves: 2,
  together: Math.max(1, Math.min(4, availableParallelism())),
  tell({ matricule, kills, moves, uploads, notes, timeline }, number) {
    console.log(`${number}/${enrolments} ${matricule}: ${kills} kills, ${moves} moves, ${uploads} uploads begun`)
    for (const line of notes.length > 0 ? [...notes, ...timeline] : []) console.log(`  ${line}`)
  },
})
const { finished, documentsLost, sentAgain, draftsLost, kills, moves, uploads } = totals(outcomes)
console.log(`
seed                                        ${seed}
browsers killed                             ${kills}
moves to another phone                      ${moves}
uploads begun                               ${uploads}
enrolments finished                         ${finished} of ${enrolments}
documents lost                              ${documentsLost}
documents sent again after a seen success   ${sentAgain}
drafts lost                                 ${draftsLost}`)
process.exit(finished === enrolments && documentsLost + sentAgain + draftsLost === 0 ? 0 : 1)
