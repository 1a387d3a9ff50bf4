import { setTimeout as after } from 'node:timers/promises'
import * as v from 'valibot'
import { inTime } from '../../../provider/src/database/in-time.ts'
import { runToEnd } from '../../../provider/tests/setup/child.ts'
import { Country, disturbances } from '../../../provider/tests/setup/country.ts'
import { readCode } from '../../../provider/tests/setup/visitor.ts'
import { builds } from '../../e2e/setup/builds.ts'
import type { Dice } from './dice.ts'
import { photographOf } from './stored.ts'
import type { StartTarget } from './target.ts'

/** How long a cluster may take until another machine is the primary, or until it is whole. Milliseconds. */
const patienceMs = 180_000

/**
 * The cluster of provider/docs/production.md behind two portals and nginx. Its primary loses its current or its network, again and
 * again, and comes back.
 * @param say is told of each of these, once it is over
 */
export const startCluster =
  (say: (what: string) => void): StartTarget =>
  async (list, dice) => {
    const country = new Country()
    const over = new AbortController()
    try {
      const { port } = await country.open(builds.complete.dir)
      const { cluster, codes } = country
      const imported = await runToEnd('cli.ts', ['import', list], { DATABASE_URL: cluster.url })
      if (imported.code !== 0) throw new Error(imported.err)
      const disturbing = disturb(country, dice, over.signal, say)
      // What goes wrong there is told by whoever waits for its end.
      disturbing.catch(() => undefined)
      const calm = () => {
        over.abort()
        return disturbing
      }
      return {
        port,
        patience: 3,
        lastCode: phone => readCode({ codes }, phone),
        calm,
        async stored(matricule) {
          const of = `WHERE matricule = '${matricule}'`
          const [enrolment] = await cluster.query(`SELECT confirmed_answers AS answers FROM enrolments ${of}`)
          const documents = await cluster.query(`SELECT type, image FROM documents ${of}`)
          return {
            photographs: documents.flatMap(({ type, image }) =>
              image instanceof Buffer ? photographOf(String(type), image) : [],
            ),
            answers: v.parse(v.optional(v.record(v.string(), v.unknown())), enrolment?.answers ?? undefined),
          }
        },
        async stop() {
          await calm().catch(() => undefined)
          await country.stop()
        },
      }
    } catch (error) {
      await country.stop()
      throw error
    }
  }

async function disturb(country: Country, dice: Dice, stop: AbortSignal, say: (what: string) => void): Promise<void> {
  const { cluster } = country
  const whole = () =>
    inTime(patienceMs, cluster.healthy()).catch(error => {
      throw new Error(`The cluster does not become whole again.\n${cluster.lastWords()}`, { cause: error })
    })
  const pause = (from: number, to: number) =>
    after(dice.between(from, to), undefined, { signal: stop }).catch(() => undefined)
  for (;;) {
    await pause(1_000, 15_000)
    if (stop.aborted) return
    const primary = await whole()
    const how = dice.pick<keyof typeof disturbances>(['killed', 'cut'])
    const { strike, restore } = disturbances[how]
    const since = performance.now()
    strike(country, primary)
    const next = await inTime(patienceMs, cluster.successor(primary))
    const seconds = ((performance.now() - since) / 1000).toFixed(1)
    // It may come back at once, or while phones have been served without it for long.
    await pause(0, 15_000)
    restore(country, primary)
    await whole()
    say(`${primary} ${how}: ${next} took its place after ${seconds} s`)
  }
}
