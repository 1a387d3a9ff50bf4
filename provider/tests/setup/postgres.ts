import { type ChildProcess, execFileSync, type SpawnOptions, spawn } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '../../../tests/free-port.ts'
import { needed } from '../../../tests/run/needs.ts'
import type { SampleStudent } from './visitor.ts'

export interface Cluster {
  url: string
  /** Of its first process, as it was started last. */
  readonly pid: number
  /** The folder that its account may write to. */
  folder: string
  /** `fast` ends what is under way in order, `immediate` as a crash would. */
  halt(how: 'fast' | 'immediate'): Promise<void>
  start(): Promise<void>
  /** All its processes stand still where they are. */
  freeze(): void
  thaw(): void
  stop(): Promise<void>
}

/**
 * A PostgreSQL of its own for one test file, run by an ordinary account, since postgres refuses
 * root.
 * @param durable only what measures the disk needs it
 */
export async function startCluster(durable = false): Promise<Cluster> {
  const programs = needed('postgres')
  const folder = mkdtempSync(join(tmpdir(), 'portail-pg-'))
  const account = ordinaryAccount()
  if (account) chownSync(folder, account.uid, account.gid)
  const data = join(folder, 'data')
  const options = { ...account, cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' } }
  execFileSync(join(programs, 'initdb'), ['-D', data, '-U', 'portail', '--auth=trust', '-N', '-E', 'UTF8'], {
    ...options,
    stdio: 'ignore',
  })
  const port = await freePort()
  const settings = [
    `unix_socket_directories=${folder}`,
    `fsync=${durable ? 'on' : 'off'}`,
    'listen_addresses=127.0.0.1',
  ]
  const program = join(programs, 'postgres')
  const args = ['-D', data, '-p', String(port), ...settings.flatMap(setting => ['-c', setting])]
  const output = { ...options, stdio: ['ignore', 'ignore', 'pipe'] } satisfies SpawnOptions
  const launch = () => whenReady(spawn(program, args, output))
  let server = await launch()
  const end = async (signal: 'SIGINT' | 'SIGQUIT') => {
    server.process.kill(signal)
    await server.ended
  }
  return {
    url: `postgres://portail@127.0.0.1:${port}/postgres`,
    get pid() {
      return server.process.pid ?? 0
    },
    folder,
    halt: how => end(how === 'fast' ? 'SIGINT' : 'SIGQUIT'),
    async start() {
      server = await launch()
    },
    freeze: () => signalGroup(server.process, 'SIGSTOP'),
    thaw: () => signalGroup(server.process, 'SIGCONT'),
    async stop() {
      await end('SIGINT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Its children, too: each connection has one. */
function signalGroup({ pid = 0 }: ChildProcess, signal: 'SIGSTOP' | 'SIGCONT'): void {
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)])
    .toString()
    .trim()
    .split(/\s+/)
  for (const one of [pid, ...children.map(Number)]) process.kill(one, signal)
}

async function whenReady(server: ChildProcess) {
  const ended = new Promise<void>(resolve => server.once('exit', () => resolve()))
  await new Promise<void>((ready, failed) => {
    let said = ''
    server.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (said.includes('ready to accept connections')) ready()
    })
    server.once('exit', () => failed(new Error(`postgres did not start: ${said}`)))
  })
  return { process: server, ended }
}

function ordinaryAccount(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag: string) =>
        Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }).toString())
      return { uid: id('-u'), gid: id('-g') }
    } catch {
      // The account does not exist here; the next one may.
    }
  }
  throw new Error('PostgreSQL refuses to run as root, and neither "postgres" nor "nobody" exists on this machine.')
}

/** Names of invented students need no quoting. */
export async function addStudents(url: string, students: readonly SampleStudent[]): Promise<void> {
  const rows = students.map(one => `('${Object.values(one).join("', '")}')`).join(', ')
  const into = 'students (matricule, nom, prenom, annee_bac, num_place, serie, ae)'
  await queryCluster(url, `INSERT INTO ${into} VALUES ${rows}`)
}

/** Students whose number is confirmed, without a call for each. */
export async function addConfirmed(url: string, students: readonly SampleStudent[]): Promise<void> {
  await addStudents(url, students)
  const names = students.map(({ matricule }) => `'${matricule}'`).join(', ')
  await queryCluster(
    url,
    `INSERT INTO enrolments (matricule, phone, answers, digest, code_sent_at, confirmed_at, confirmed_answers,
     confirmed_code_hash) SELECT matricule, '76000000', '{"reading":"complete"}', '', now(), now(),
     '{"reading":"complete"}', '' FROM students WHERE matricule IN (${names})`,
  )
}

export async function queryCluster(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionTimeoutMillis: 30_000, connectionString: url })
  // A machine that dies ends its connections; the query below fails by itself.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}
