import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { inventStudents, makeFolders } from './campus.ts'
import { type Child, endCleanly, launchServer, whenReady } from './child.ts'
import { Crowd } from './crowd.ts'
import { Network } from './hosts.ts'
import { addConfirmed } from './load.ts'
import { type Nginx, startNginx } from './nginx.ts'
import { type DatabaseNode, databaseNodes, PatroniCluster } from './patroni.ts'

const portals = ['portal1', 'portal2'] as const
type Machine = DatabaseNode | (typeof portals)[number]

/** Three machines with the database, two with the portal, nginx before them, and fifty phones that send without pause. */
export class Country {
  readonly network = new Network<Machine>([...databaseNodes, ...portals])
  readonly cluster = new PatroniCluster(this.network)
  readonly #folders = makeFolders()
  readonly #children: Child[] = []
  #nginx: Nginx | undefined
  #crowd: Crowd | undefined
  #paying: NodeJS.Timeout | undefined

  async start(students: number): Promise<this> {
    await this.cluster.start()
    const { env, distDir } = await this.#folders
    await mkdir(distDir, { recursive: true })
    await writeFile(join(distDir, 'home.html'), '<!doctype html><title>Portail</title>')
    await writeFile(join(distDir, '.policies.conf'), '')
    const { url } = this.cluster
    for (const name of portals) {
      const host = this.network.hosts[name]
      const own = { ...env, DATABASE_URL: url, DATABASE_READ_URL: url, PORT: '8080', TRUST_PROXY: '1' }
      this.#children.push(await whenReady(launchServer(own, { host })))
    }
    const processes = portals.map(name => `http://${this.network.hosts[name].address}:8080`)
    this.#nginx = await startNginx({ processes, dist: distDir })
    const all = inventStudents(students)
    await addConfirmed(this.cluster.directUrl(await this.cluster.healthy()), all)
    this.#crowd = new Crowd(this.#nginx.address, all, 50)
    // Thousands of files are looked at from one address, more than any has.
    this.#paying = setInterval(() => void this.#pay().catch(() => undefined), 5_000)
    return this
  }

  get crowd(): Crowd {
    if (!this.#crowd) throw new Error('nobody sends yet')
    return this.#crowd
  }

  /** Something happens to the cluster while everybody sends; writes go on, and then the cluster is whole again. */
  async survive(
    what: string,
    disturb: (primary: DatabaseNode) => Promise<void>,
    mend: (primary: DatabaseNode) => Promise<void>,
  ) {
    const { cluster, crowd } = this
    const primary = await cluster.healthy()
    await crowd.more(20)
    crowd.measure()
    await disturb(primary)
    // What was under way may still arrive: more than all of that must.
    await crowd.more(150)
    const { write, read } = crowd.longest
    console.log(`${what}: ${seconds(write)} without a write, ${seconds(read)} without a read`)
    await mend(primary)
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

  async stop(): Promise<void> {
    clearInterval(this.#paying)
    await this.#crowd?.stop().catch(() => undefined)
    await this.#nginx?.stop()
    await Promise.all(this.#children.map(endCleanly))
    await this.cluster.stop()
    this.network.close()
    await (await this.#folders).remove()
  }

  async #pay(): Promise<void> {
    const primary = await this.cluster.primary()
    if (primary) await this.cluster.at(primary, 'UPDATE address_accounts SET files = 8000')
  }
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
