import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { type Cluster, startCluster } from '../setup/postgres.ts'
import { listOf } from './crowd.ts'

export interface SubjectOptions {
  /** A checkout of the project. */
  dir: string
  /** One that runs already belongs to the caller. */
  database: 'pglite' | 'postgres' | { url: string; isCluster: boolean }
  processes?: number
  imported: number
  env?: Record<string, string>
}

/** Real server processes of one checkout, on a database of their own that holds the imported list. */
export interface Subject {
  origins: string[]
  originFor(index: number): string
  /** Resolves once the server has shown the code of this phone. */
  codeFor(phone: string): Promise<string>
  serverPids: number[]
  databasePid: number | undefined
  cluster: Cluster | undefined
  folder: string
  dataDir: string
  /** What the servers have logged of errors of their own. */
  errors(): string
  /** The operator's command, as typed. */
  operate(args: string[], onLine?: (line: string) => void): Promise<void>
  stop(): Promise<void>
}

const running = new Set<ChildProcess>()
// Ctrl-C ends what was started, too.
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

export async function startSubject(options: SubjectOptions): Promise<Subject> {
  const { dir, database, processes = 1, imported } = options
  const folder = mkdtempSync(join(tmpdir(), 'portail-bench-'))
  const dataDir = join(folder, 'data')
  const distDir = join(folder, 'dist')
  mkdirSync(distDir)
  writeFileSync(join(distDir, 'index.html'), '<!doctype html><title>Portail</title>')
  const cluster = database === 'postgres' ? await startCluster({ durable: true }) : undefined
  const env = {
    DIST_DIR: distDir,
    SAMPLE_DATA: 'no',
    SHOW_CODES: 'yes',
    ...(cluster && { DATABASE_URL: cluster.url }),
    ...(typeof database === 'object' && { DATABASE_URL: database.url }),
    ...(typeof database === 'object' && database.isCluster && { DATABASE_READ_URL: database.url }),
    ...options.env,
  }
  const codes = new Codes()
  const servers: Server[] = []
  for (let nth = 0; nth < processes; nth += 1)
    servers.push(
      await serve(dir, { ...env, DATA_DIR: `${dataDir}${nth || ''}`, PORT: '0' }, codes, join(folder, `log${nth}`)),
    )
  const operate: Subject['operate'] = (args, onLine) => command(dir, args, { ...env, DATA_DIR: dataDir }, onLine)
  const origins = servers.map(server => server.origin)
  if (imported > 0) {
    const list = join(folder, 'list.csv')
    writeFileSync(list, listOf(imported))
    await operate(['import', list])
    await operate(['window', 'open'])
    for (const origin of origins) await untilOpen(origin)
  }
  return {
    origins,
    originFor: index => origins[index % origins.length] ?? '',
    codeFor: phone => codes.of(phone),
    serverPids: servers.map(server => server.pid),
    databasePid: cluster?.pid,
    cluster,
    folder,
    dataDir,
    operate,
    errors: () => servers.flatMap((_, nth) => errorsIn(join(folder, `log${nth}`))).join('\n'),
    async stop() {
      for (const server of servers) await server.stop()
      await cluster?.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const errorsIn = (log: string) =>
  readFileSync(log, 'utf8')
    .match(/^(?:error .*(?:\n {4}at .*)*|.*"level":"error".*)/gm)
    ?.slice(0, 3) ?? []

/** Who was not told of the change shows it within seconds. */
async function untilOpen(origin: string): Promise<void> {
  for (;;) {
    const chrono = await fetch(`${origin}/2021/v1/etudiant/enrolement/chrono`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{}',
    })
    if ((await chrono.text()).includes('"statut":1')) return
    await after(500)
  }
}

/** What the servers print for the phones: a code may come before or after who asks for it. */
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

interface Server {
  origin: string
  pid: number
  stop(): Promise<void>
}

const node = (dir: string, script: string, args: string[], env: Record<string, string>) => {
  const child = spawn(process.execPath, ['--import', 'tsx', join('provider/src', script), ...args], {
    cwd: dir,
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

async function serve(dir: string, env: Record<string, string>, codes: Codes, log: string): Promise<Server> {
  const child = node(dir, 'serve.ts', [], env)
  child.stderr?.pipe(createWriteStream(log))
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()))
  const origin = await new Promise<string>((ready, failed) => {
    eachLine(child, line => {
      const found = /^READY (http:\/\/\S+)/.exec(line)?.[1]
      if (found) ready(found.replace('localhost', '127.0.0.1'))
      codes.read(line)
    })
    void ended.then(() => failed(new Error(`The server of ${dir} did not start; see ${log}.`)))
  })
  return {
    origin,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

function eachLine(child: ChildProcess, take: (line: string) => void): void {
  let rest = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) take(line)
  })
}

function command(dir: string, args: string[], env: Record<string, string>, onLine?: (line: string) => void) {
  return new Promise<void>((done, failed) => {
    const child = node(dir, 'cli.ts', args, env)
    let said = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
    eachLine(child, line => onLine?.(line))
    child.once('close', code => (code === 0 ? done() : failed(new Error(`${args.join(' ')}: ${said.slice(0, 500)}`))))
  })
}
