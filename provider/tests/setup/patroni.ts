import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { needed } from '../../../tests/run/needs.ts'
import { clusterFiles } from '../../deploy/cluster-config.ts'
import { readClusterSettings } from '../../deploy/cluster-settings.ts'
import type { Network } from './hosts.ts'
import { queryCluster } from './postgres.ts'

export type DatabaseNode = 'db1' | 'db2' | 'db3'
export const databaseNodes: readonly DatabaseNode[] = ['db1', 'db2', 'db3']

const passwords = {
  superuser: 'kept-by-root',
  replication: 'between-nodes',
  rewind: 'after-a-fall',
  portail: 'of-the-portal',
}
const account = { name: 'postgres' }
/** As systemd does by provider/docs/production.md. */
const restartMs = 2_000

/**
 * The cluster that provider/deploy/ describes: PostgreSQL under Patroni on three machines, which
 * etcd lets agree.
 */
export class PatroniCluster {
  readonly folder = mkdtempSync(join(tmpdir(), 'portail-cluster-'))
  readonly #tls: Record<'ca' | 'cert' | 'key', string>
  /** From a launch to the next kill. */
  readonly #lives = new Map<DatabaseNode, object>()

  constructor(readonly network: Network<DatabaseNode>) {
    chmodSync(this.folder, 0o755)
    const tls = join(this.folder, 'db1/tls')
    this.#tls = { ca: join(tls, 'ca.crt'), cert: join(tls, 'node.crt'), key: join(tls, 'node.key') }
    openssl(`req -x509 -days 30 ${newKey} -subj /CN=portail-cluster -keyout ca.key -out ca.crt`, this.folder)
    for (const node of databaseNodes) this.#prepare(node)
  }

  /** All three at once, as after a power cut; and the portal's database in it. */
  async start(): Promise<void> {
    for (const node of databaseNodes) this.launch(node)
    await this.healthy()
    await this.#query('postgres', `CREATE ROLE portail LOGIN PASSWORD '${passwords.portail}'`)
    await this.#query('postgres', 'CREATE DATABASE portail OWNER portail')
  }

  /** The portal's own URL: the order says nothing about who is the primary. */
  get url(): string {
    const hosts = databaseNodes.map(node => `${this.network.hosts[node]?.address}:5432`).join(',')
    return `postgres://portail:${passwords.portail}@${hosts}/portail?target_session_attrs=read-write&sslmode=verify-full&sslrootcert=${this.#tls.ca}`
  }

  launch(node: DatabaseNode): void {
    const folder = join(this.folder, node)
    const host = this.network.hosts[node]
    const env = {
      PATH: process.env.PATH,
      LC_ALL: 'C.UTF-8',
      PATRONI_SUPERUSER_PASSWORD: passwords.superuser,
      PATRONI_REPLICATION_PASSWORD: passwords.replication,
      PATRONI_REWIND_PASSWORD: passwords.rewind,
    }
    const as = ['--reuid', account.name, '--regid', account.name, '--init-groups']
    const life = {}
    this.#lives.set(node, life)
    const run = (name: string, command: readonly string[]) => {
      const log = createWriteStream(join(folder, `${name}.log`), { flags: 'a' })
      const child = host?.run('setpriv', [...as, ...command], { env, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
      child?.stdout?.pipe(log, { end: false })
      child?.stderr?.pipe(log, { end: false })
      const again = () => this.#lives.get(node) === life && run(name, command)
      child?.once('exit', () => setTimeout(again, restartMs).unref())
    }
    run('etcd', [needed('etcd'), '--config-file', join(folder, 'etcd.yml')])
    run('patroni', [needed('patroni'), join(folder, 'patroni.yml')])
  }

  kill(node: DatabaseNode): void {
    this.#lives.delete(node)
    this.network.kill(node)
  }

  /** It receives nothing more, and neither Patroni nor etcd notices for some seconds. */
  holdBack(node: DatabaseNode): void {
    this.network.signal(node, 'SIGSTOP', 'walreceiver')
  }

  letGo(node: DatabaseNode): void {
    this.network.signal(node, 'SIGCONT', 'walreceiver')
  }

  /** The standby that confirms what the primary acknowledges. */
  async synchronous(): Promise<DatabaseNode> {
    await this.healthy()
    for (const node of databaseNodes) if ((await this.#asks(node, '/synchronous')) === 200) return node
    return this.synchronous()
  }

  /** By what each machine says of itself. */
  async primary(): Promise<DatabaseNode | undefined> {
    for (const node of databaseNodes) if ((await this.#asks(node, '/primary')) === 200) return node
    return undefined
  }

  /** The next one, once there is one and this one gives it up or is gone. */
  async successor(of: DatabaseNode): Promise<DatabaseNode> {
    for (;;) {
      const primary = await this.primary()
      if (primary && primary !== of) return primary
      await after(200)
    }
  }

  /**
   * A primary, and two that follow it as it speaks: the primary says so, since a machine may not
   * know that it has strayed.
   */
  async healthy(): Promise<DatabaseNode> {
    for (;;) {
      const primary = await this.primary()
      const others = databaseNodes.filter(node => node !== primary)
      const follow = await Promise.all(others.map(node => this.#asks(node, '/replica?lag=1MB')))
      const synchronous = await Promise.all(others.map(node => this.#asks(node, '/synchronous')))
      const isWhole = follow.every(code => code === 200) && synchronous.includes(200)
      if (primary && isWhole && (await this.#followers(primary)) === others.length) return primary
      await after(200)
    }
  }

  async #followers(primary: DatabaseNode): Promise<number> {
    const url = `${this.directUrl(primary, 'postgres')}&query_timeout=5000`
    const streaming = "SELECT 1 FROM pg_stat_replication WHERE state = 'streaming'"
    return (await queryCluster(url, streaming).catch(() => [])).length
  }

  /** By whichever machine is the primary, once one is. */
  async query(sql: string, database = 'portail'): Promise<Record<string, unknown>[]> {
    for (;;) {
      try {
        return await this.#query(database, sql)
      } catch (error) {
        // It may have ceased to be the primary just now.
        if (!(error instanceof Error) || !/ECONN|terminat|starting up|shutting down|read-only/.test(error.message))
          throw error
      }
    }
  }

  /** Straight from one machine, past everything. */
  at(node: DatabaseNode, sql: string): Promise<Record<string, unknown>[]> {
    return queryCluster(this.directUrl(node, 'portail'), sql)
  }

  /** What each machine said last: for whoever has waited for it in vain. */
  lastWords(): string {
    const logs = databaseNodes.flatMap(node => ['etcd', 'patroni'].map(name => join(node, `${name}.log`)))
    const linesOf = (log: string) => readFileSync(join(this.folder, log), 'utf8').trimEnd().split('\n')
    return logs.map(log => [`== ${log}`, ...linesOf(log).slice(-40)].join('\n')).join('\n')
  }

  async stop(): Promise<void> {
    for (const node of databaseNodes) {
      this.kill(node)
      execFileSync('umount', [join(this.folder, node, 'disk')])
    }
    rmSync(this.folder, { recursive: true, force: true })
  }

  async #query(database: string, sql: string) {
    const primary = await this.healthy()
    return queryCluster(this.directUrl(primary, database), sql)
  }

  /** Of one machine, whatever it is. */
  directUrl(node: DatabaseNode, database = 'portail'): string {
    return `postgres://postgres:${passwords.superuser}@${this.network.hosts[node]?.address}:5432/${database}?sslmode=verify-full&sslrootcert=${this.#tls.ca}`
  }

  #prepare(node: DatabaseNode): void {
    const folder = join(this.folder, node)
    const disk = join(folder, 'disk')
    mkdirSync(join(folder, 'tls'), { recursive: true })
    mkdirSync(disk)
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1g', 'tmpfs', disk])
    const address = this.network.hosts[node]?.address ?? ''
    this.#certify(join(folder, 'tls'), address)
    const settings = readClusterSettings({
      CLUSTER_NODES: databaseNodes.map(one => `${one}=${this.network.hosts[one]?.address}`).join(','),
      CLUSTER_NETWORK: this.network.range,
      CLUSTER_DATA: join(disk, 'data'),
      CLUSTER_BIN: needed('postgres'),
      CLUSTER_SOCKETS: disk,
      CLUSTER_ETCD: join(folder, 'etcd'),
      CLUSTER_TLS: join(folder, 'tls'),
      CLUSTER_WATCHDOG: 'off',
    })
    for (const [name, text] of clusterFiles(settings))
      if (name.startsWith(`${node}/`)) writeFileSync(join(this.folder, name), text)
    give(folder)
  }

  /**
   * A machine's own key, and the authority's word for its address, as provider/docs/production.md
   * makes them.
   */
  #certify(folder: string, address: string): void {
    const names = `-subj /CN=${address} -addext subjectAltName=IP:${address}`
    openssl(`req ${newKey} ${names} -keyout node.key -out node.csr`, folder)
    const by = `-CA ${this.folder}/ca.crt -CAkey ${this.folder}/ca.key -copy_extensions copy`
    openssl(`x509 -req -days 30 -in node.csr ${by} -out node.crt`, folder)
    copyFileSync(join(this.folder, 'ca.crt'), join(folder, 'ca.crt'))
  }

  #asks(node: DatabaseNode, path: string): Promise<number> {
    const { ca, cert, key } = this.#tls
    return new Promise(settle => {
      const host = this.network.hosts[node]?.address
      const keys = { ca: readFileSync(ca), cert: readFileSync(cert), key: readFileSync(key) }
      const asked = request({ host, port: 8008, path, timeout: 1000, ...keys }, response => {
        response.resume()
        settle(response.statusCode ?? 0)
      })
      asked.on('timeout', () => asked.destroy())
      asked.on('error', () => settle(0))
      asked.end()
    })
  }
}

const give = (folder: string) => execFileSync('chown', ['-R', `${account.name}:${account.name}`, folder])
const newKey = '-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes'
const openssl = (words: string, cwd: string) =>
  execFileSync(needed('openssl'), words.split(' '), { cwd, stdio: ['ignore', 'ignore', 'pipe'] })
