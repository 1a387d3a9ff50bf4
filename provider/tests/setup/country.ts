import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Child, endCleanly, launchServer, whenReady } from './child.ts'
import { Network } from './hosts.ts'
import { type Nginx, startNginx } from './nginx.ts'
import { type DatabaseNode, databaseNodes, PatroniCluster } from './patroni.ts'

const portals = ['portal1', 'portal2'] as const
type Machine = DatabaseNode | (typeof portals)[number]

/** Three machines with the database, two with the portal, and nginx before them. */
export class Country {
  readonly network = new Network<Machine>([...databaseNodes, ...portals])
  readonly cluster = new PatroniCluster(this.network)
  readonly #folder = mkdtempSync(join(tmpdir(), 'portail-country-'))
  readonly #portals: Child[] = []
  #nginx: Nginx | undefined

  /** @param dist the built portal; for phones that only call, one page is enough */
  async open(dist = this.#onePage()): Promise<Nginx> {
    await this.cluster.start()
    const { url } = this.cluster
    const env = { DATA_DIR: join(this.#folder, 'data'), DIST_DIR: dist, PORT: '8080', TRUST_PROXY: '1' }
    for (const name of portals) {
      const own = { ...env, DATABASE_URL: url, DATABASE_READ_URL: url }
      this.#portals.push(await whenReady(launchServer(own, { host: this.network.hosts[name] })))
    }
    this.#nginx = await startNginx({ processes: portals.map(name => this.#origin(name)), dist })
    return this.#nginx
  }

  /** The list of what was sent to phones, with its token. */
  get codes(): string {
    const { pathname, search } = new URL(this.#portals[0]?.codes ?? '')
    return `${this.#origin('portal1')}${pathname}${search}`
  }

  async stop(): Promise<void> {
    await this.#nginx?.stop()
    await Promise.all(this.#portals.map(endCleanly))
    await this.cluster.stop()
    this.network.close()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #origin(portal: (typeof portals)[number]): string {
    return `http://${this.network.hosts[portal].address}:8080`
  }

  #onePage(): string {
    const dist = join(this.#folder, 'dist')
    mkdirSync(dist)
    for (const page of ['index', 'home'])
      writeFileSync(join(dist, `${page}.html`), '<!doctype html><title>Portail</title>')
    writeFileSync(join(dist, '.policies.conf'), '')
    return dist
  }
}

export interface Disturbance {
  strike(country: Country, primary: DatabaseNode): void | Promise<void>
  restore(country: Country, primary: DatabaseNode): void
}

const others = (primary: DatabaseNode) => databaseNodes.filter(node => node !== primary)

/** What may happen to the primary; the portals go on reaching every machine that lives. */
export const disturbances = {
  killed: {
    strike: ({ cluster }, primary) => cluster.kill(primary),
    restore: ({ cluster }, primary) => cluster.launch(primary),
  },
  cut: {
    strike: ({ network }, primary) => network.cut(primary, others(primary)),
    restore: ({ network }, primary) => network.mend(primary, others(primary)),
  },
} as const satisfies Record<string, Disturbance>
