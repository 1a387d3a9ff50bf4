import { expect } from 'vitest'
import { inventStudents } from './campus.ts'
import { Country, type Disturbance } from './country.ts'
import { Crowd } from './crowd.ts'
import { addConfirmed } from './load.ts'

/** A country with fifty phones that send without pause. */
export class CrowdedCountry extends Country {
  #crowd: Crowd | undefined

  async start(students: number): Promise<this> {
    const { address } = await this.open()
    const all = inventStudents(students)
    await addConfirmed(this.cluster.directUrl(await this.cluster.healthy()), all)
    this.#crowd = new Crowd(address, all, 50)
    return this
  }

  get crowd(): Crowd {
    if (!this.#crowd) throw new Error('nobody sends yet')
    return this.#crowd
  }

  /** Something happens to the cluster while everybody sends; writes go on, and then the cluster is whole again. */
  async survive(what: string, { strike, restore }: Disturbance) {
    const { cluster, crowd } = this
    const primary = await cluster.healthy()
    await crowd.more(20)
    crowd.measure()
    await strike(this, primary)
    // What was under way may still arrive: more than all of that must.
    await crowd.more(150)
    const { write, read } = crowd.longest
    const unread = [...crowd.unread].map(([why, times]) => `${times} × ${why}`).join(', ')
    console.log(
      `${what}: ${seconds(write)} without a write, ${seconds(read)} without a read (${unread || 'none failed'})`,
    )
    restore(this, primary)
    await cluster.healthy()
    expect(crowd.wrong).toEqual([])
  }

  /** What was acknowledged is there, byte for byte and once. */
  async expectNothingLost(): Promise<void> {
    const { crowd, cluster } = this
    await crowd.stop()
    const rows = await cluster.query('SELECT matricule, type, image FROM documents')
    const kept = new Map(rows.map(row => [`${String(row.matricule)} ${String(row.type)}`, row.image]))
    const lost = crowd.acknowledged.filter(({ matricule, type, bytes }) => {
      const image = kept.get(`${matricule} ${type}`)
      return !(image instanceof Buffer && image.equals(bytes))
    })
    expect(lost.map(({ matricule, type }) => `${matricule} ${type}`)).toEqual([])
    const finished = await cluster.query('SELECT matricule FROM enrolments WHERE finished_at IS NOT NULL')
    const ended = new Set(finished.map(row => String(row.matricule)))
    expect(crowd.finished.filter(matricule => !ended.has(matricule))).toEqual([])
    // A photograph that came twice would have replaced itself.
    expect(await cluster.query('SELECT count(*)::int AS twice FROM document_versions')).toEqual([{ twice: 0 }])
    expect(crowd.wrong).toEqual([])
  }

  override async stop(): Promise<void> {
    await this.#crowd?.stop().catch(() => undefined)
    await super.stop()
  }
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
