import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { disturbances } from './country.ts'
import { CrowdedCountry } from './failover.ts'
import { databaseNodes } from './patroni.ts'

/** Vitest's limit for one disturbance and all that follows it, in milliseconds. */
const limit = 180_000

/** So many times each: the primary's machine dies; the network between it and the others is cut; a standby is full. */
export function describeCluster({ kills, cuts, full }: { kills: number; cuts: number; full: number }): void {
  let country: CrowdedCountry
  beforeAll(async () => {
    country = await new CrowdedCountry().start(1000 + 400 * (kills + cuts + full))
  }, limit)
  afterAll(() => country.stop(), limit)

  test(`the primary's machine dies under fifty phones, ${kills} times: writes and reads go on`, {
    timeout: kills * limit,
  }, async () => {
    for (let time = 1; time <= kills; time += 1) await country.survive(`killed ${time}`, disturbances.killed)
  })

  test(`the network between it and the others is cut, ${cuts} times`, { timeout: cuts * limit }, async () => {
    for (let time = 1; time <= cuts; time += 1) await country.survive(`cut ${time}`, disturbances.cut)
  })

  test(`the disk of the standby that confirms is full, ${full} times`, { timeout: full * limit }, async () => {
    const { cluster } = country
    for (let time = 1; time <= full; time += 1) {
      const standby = await cluster.synchronous()
      const stone = join(cluster.folder, standby, 'disk', 'stone')
      await country.survive(`full ${time}`, {
        strike: async (_, primary) => {
          execFileSync('sh', ['-c', `cat /dev/zero > ${stone} || true`], { stdio: 'ignore' })
          // It now needs files for which there is no room.
          for (let turn = 0; turn < 3; turn += 1) {
            await cluster.at(primary, 'SELECT pg_switch_wal()')
            await country.crowd.more(5)
          }
        },
        restore: () => rmSync(stone),
      })
    }
  })

  test('a commit that an operator no longer lets wait for its second machine is not acknowledged', {
    timeout: limit,
  }, async () => {
    const { cluster, crowd } = country
    const primary = await cluster.healthy()
    const standbys = databaseNodes.filter(node => node !== primary)
    for (const node of standbys) cluster.holdBack(node)
    try {
      const acknowledged = await crowd.still()
      const cancel =
        "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND usename = 'portail'"
      let cancelled = 0
      for (let time = 0; time < 10; time += 1) {
        cancelled += (await cluster.at(primary, cancel)).length
        await after(100)
      }
      expect(cancelled).toBeGreaterThan(0)
      expect(crowd.acknowledged.length - acknowledged).toBe(0)
    } finally {
      // Whatever follows would wait for them.
      for (const node of standbys) cluster.letGo(node)
    }
    await cluster.healthy()
    await crowd.more(50)
  })

  test('nothing that was acknowledged is missing, and nothing came twice', { timeout: limit }, () =>
    country.expectNothingLost(),
  )
}
