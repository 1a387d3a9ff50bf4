import { execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import pg from 'pg'
import { freePort } from './free-port.ts'
import { provide } from './package.ts'

export interface Cluster {
  url: string
  pid: number
  stop(): Promise<void>
}

/** The folder of postgres and initdb. */
function findPrograms(): string {
  const debian = '/usr/lib/postgresql'
  const look = () =>
    [
      ...(existsSync(debian) ? readdirSync(debian).map(version => join(debian, version, 'bin')) : []),
      ...(process.env.PATH ?? '').split(delimiter),
    ].find(folder => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))
  return provide(look, 'postgresql')
}

/**
 * A PostgreSQL of its own for one test file, run by an ordinary account, since postgres refuses root. Only what measures
 * the disk needs a `durable` one.
 */
export async function startCluster({ durable = false } = {}): Promise<Cluster> {
  const programs = findPrograms()
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
  const server = spawn(
    join(programs, 'postgres'),
    [
      '-D',
      data,
      '-p',
      String(port),
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      `unix_socket_directories=${folder}`,
      '-c',
      `fsync=${durable ? 'on' : 'off'}`,
    ],
    { ...options, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const ended = new Promise<void>(resolve => server.once('exit', () => resolve()))
  await new Promise<void>((ready, failed) => {
    let said = ''
    server.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (said.includes('ready to accept connections')) ready()
    })
    server.once('exit', () => failed(new Error(`postgres did not start: ${said}`)))
  })
  return {
    url: `postgres://portail@127.0.0.1:${port}/postgres`,
    pid: server.pid ?? 0,
    async stop() {
      server.kill('SIGINT')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
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

export async function queryCluster(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}
