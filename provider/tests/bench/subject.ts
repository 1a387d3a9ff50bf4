import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as after } from 'node:timers/promises'
import { inventStudents, listOf } from '../setup/campus.ts'
import { type Child, endCleanly, startNode, whenReady } from '../setup/child.ts'
import { makeFolders } from '../setup/folders.ts'
import { startNginx } from '../setup/nginx.ts'
import { type Cluster, startCluster } from '../setup/postgres.ts'

export interface SubjectOptions {
  /** A checkout of the project. */
  dir: string
  database: 'pglite' | 'postgres'
  processes?: number
  imported: number
  /** The deploy kit's own, to whose address students come then. */
  isBehindNginx?: boolean
}

/**
 * Real server processes of one checkout, on a database of their own that holds the imported list.
 */
export interface Subject {
  originFor(index: number): string
  /** Resolves once the server has shown the code of this phone. */
  codeFor(phone: string): Promise<string>
  serverPids: number[]
  cluster: Cluster | undefined
  dataDir: string
  /** What the servers have logged of errors of their own. */
  errors(): string
  stop(): Promise<void>
}

export async function startSubject(options: SubjectOptions): Promise<Subject> {
  const { dir, database, processes = 1, imported, isBehindNginx = false } = options
  const folders = await makeFolders(database === 'pglite')
  writeFileSync(join(folders.distDir, '.policies.conf'), 'default "";\n')
  const cluster = database === 'postgres' ? await startCluster(true) : undefined
  const env = {
    ...folders.env,
    ...{ PORT: '0', SAMPLE_DATA: 'no', SHOW_CODES: 'yes' },
    ...(isBehindNginx && { TRUST_PROXY: '1' }),
    ...(cluster && { DATABASE_URL: cluster.url }),
  }
  const node = (script: string, ...args: string[]) => {
    const launched = startNode(['--import', 'tsx', join(dir, 'provider/src', script), ...args], env)
    // Ctrl-C ends what was started, too.
    process.once('exit', () => launched.child.kill('SIGKILL'))
    return launched
  }
  const operate = async (...args: string[]) => {
    const { said, ended } = node('cli.ts', ...args)
    if ((await ended).code !== 0) throw new Error(`${args.join(' ')}: ${said.err.slice(0, 500)}`)
  }
  const codes = new Codes()
  const servers: Child[] = []
  for (let nth = 0; nth < processes; nth += 1) {
    const launched = node('serve.ts')
    if (launched.child.stdout) createInterface(launched.child.stdout).on('line', line => codes.read(line))
    servers.push(await whenReady(launched))
  }
  let origins = servers.map(({ address }) => address.replace('localhost', '127.0.0.1'))
  const list = join(folders.folder, 'list.csv')
  writeFileSync(list, listOf(inventStudents(imported)))
  await operate('import', list)
  await operate('window', 'open')
  for (const origin of origins) await untilOpen(origin)
  const nginx = isBehindNginx ? await startNginx({ processes: origins, dist: folders.distDir }) : undefined
  if (nginx) origins = [nginx.address.replace('localhost', '127.0.0.1')]
  return {
    originFor: index => origins[index % origins.length] ?? '',
    codeFor: phone => codes.of(phone),
    serverPids: servers.map(server => server.process.pid ?? 0),
    cluster,
    dataDir: folders.dataDir,
    errors: () => servers.flatMap(server => server.output().err.match(/^.*"level":"error".*/gm) ?? []).join('\n'),
    async stop() {
      await nginx?.stop()
      for (const server of servers) await endCleanly(server)
      await cluster?.stop()
      await folders.remove()
    },
  }
}

/** A server that was not told of the change shows it within seconds. */
async function untilOpen(origin: string): Promise<void> {
  const headers = { 'Content-Type': 'application/json' }
  for (;;) {
    const answer = await fetch(`${origin}/2021/v1/etudiant/enrolement/chrono`, { method: 'POST', headers, body: '{}' })
    if ((await answer.text()).includes('"statut":1')) return
    await after(500)
  }
}

/** What the servers print for the phones: a code may come before or after the question for it. */
class Codes {
  private readonly come = new Map<string, string>()
  private readonly awaited = new Map<string, (code: string) => void>()

  read(line: string): void {
    const [, spaced, code] = /^SMS → ([\d ]+) : .*?\b(\d{4})\b/.exec(line) ?? []
    if (!spaced || !code) return
    const phone = spaced.replaceAll(' ', '')
    this.come.set(phone, code)
    this.awaited.get(phone)?.(code)
  }

  of(phone: string): Promise<string> {
    const code = this.come.get(phone)
    return code ? Promise.resolve(code) : new Promise(settle => this.awaited.set(phone, settle))
  }
}
