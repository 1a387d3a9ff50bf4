import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inventStudents } from './campus.ts'
import { Country, type Disturbance, disturbances } from './country.ts'
import { Crowd } from './crowd.ts'
import { databaseNodes } from './patroni.ts'
import { addConfirmed } from './postgres.ts'

/** Vitest's limit for one disturbance and all that follows it, in milliseconds. */
const limit = 180_000

/** A country with fifty phones that send without pause. */
export class CrowdedCountry extends Country {
  #crowd: Crowd | undefined

  async start(students: number): Promise<this> {
    const { address } = await this.open()
    const all = inventStudents(students)
    await addConfirmed(this.cluster.directUrl(await this.cluster.healthy()), all)
    this.#crowd = new Crowd(address, all, { phones: 50, readers: 4 })
    return this
  }

  get crowd(): Crowd {
    if (!this.#crowd) throw new Error('nobody sends yet')
    return this.#crowd
  }

  /**
   * Something happens to the cluster while everybody sends; writes go on, and then the cluster is
   * whole again.
   */
  async survive(what: string, { strike, restore }: Disturbance) {
    const { cluster, crowd } = this
    const primary = await cluster.healthy()
    await crowd.more(20)
    crowd.measure()
    await strike(this, primary)
    // What was under way may still arrive: more than all of that must.
    await crowd.more(150)
    const [write, read] = [crowd.longest.write, crowd.longest.read].map(ms => `${(ms / 1000).toFixed(1)} s`)
    const unread = [...crowd.unread].map(([why, times]) => `${times} × ${why}`).join(', ')
    console.log(`${what}: ${write} without a write, ${read} without a read (${unread || 'none failed'})`)
    restore(this, primary)
    await cluster.healthy()
    expect(crowd.wrong).toEqual([])
  }

  override async stop(): Promise<void> {
    await this.#crowd?.stop().catch(() => undefined)
    await super.stop()
  }
}

/**
 * So many times each: the primary's machine dies; the network between it and the others is cut; a
 * standby is full.
 */
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
    country.crowd.expectNothingLost(sql => country.cluster.query(sql)),
  )
}
