import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { env, execPath, getuid } from 'node:process'
import { beforeAll, expect, test } from 'vitest'
import { needs } from '../../../tests/run/needs.ts'
import { attackers } from '../attackers/attackers.ts'
import type { Row } from '../attackers/play.ts'

/**
 * What a campus behind one address, a phone on 2G and a student whom the attacker knows get while one attacker
 * after the other does what it can. ATTACKERS=3,9 plays those alone.
 */

const parties = ['campus', 'phone', 'known'] as const
/** The kit's rules in the kernel need root, and a network that is nobody else's. */
const hasKernel = getuid?.() === 0 && !!needs.nft.look() && !!needs.ip.look()
/** All that runs there ends with it. */
const apart = ['--net', '--pid', '--fork', '--kill-child']
const asked = env.ATTACKERS?.split(',') ?? []
const played = attackers.filter(({ name }) => asked.length === 0 || asked.includes(name.split(' ')[0] ?? ''))
let rows: Row[] = []

beforeAll(() => {
  const script = join(import.meta.dirname, '..', 'attackers', 'play.ts')
  const command = [execPath, '--import', 'tsx', script, hasKernel ? 'kernel' : 'plain', ...asked]
  const [program = '', ...words] = hasKernel ? ['unshare', ...apart, ...command] : command
  // Vitest can't end what it waits for in this way.
  const timeout = 540_000
  const said = execFileSync(program, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], timeout })
  rows = said
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  console.log(tableOf(rows))
}, 600_000)

/** Of each party: whether all finished, how often they came again, and the time beside that without an attacker. */
function tableOf([alone, ...all]: readonly Row[]): string {
  const lines = all.map(({ name, told: { answers, refused }, got }) => {
    const cells = parties.map(party => {
      const { problems, refusals, ms } = got[party]
      const time = (ms / (alone?.got[party].ms ?? ms)).toFixed(1)
      return `${problems.length > 0 ? 'stopped' : 'finished'}, ${refusals.length} again, ${time} × the time`.padEnd(36)
    })
    return [name.padEnd(46), `${refused} of ${answers}`.padEnd(20), ...cells].join('| ')
  })
  const head = ['beside'.padEnd(46), 'refused or cut'.padEnd(20), ...parties.map(party => party.padEnd(36))]
  return [head.join('| '), ...lines].join('\n')
}

test.for(played)('beside $name each honest student finishes, and no photograph is lost', (attacker, { skip }) => {
  const { name, refusals = {}, isValid, needsKernel } = attacker
  skip(!!needsKernel && !hasKernel, 'needs root and nft; source-connections.test.ts has the rule alone')
  const row = rows.find(one => one.name === name)
  expect(row?.waves).toBeGreaterThan(2)
  if (!isValid) expect(row?.told.refused).toBeGreaterThan(0)
  for (const party of parties) {
    const got = row?.got[party]
    expect(got, party).toMatchObject({ problems: [], lost: 0 })
    expect(got?.refusals.length, `${party}: ${got?.refusals}`).toBeLessThanOrEqual(refusals[party] ?? 0)
  }
  expect(row?.got.known.refusals).not.toContain(429)
})
