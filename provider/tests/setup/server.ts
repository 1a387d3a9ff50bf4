import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '../../src/database/port.ts'
import { http, type Patience } from '../../src/limits/limits.ts'
import { asJson } from '../../src/monitoring/log.ts'
import { type Command, perform } from '../../src/operator/commands.ts'
import { type Running, run } from '../../src/run.ts'
import type { Sms } from '../../src/sms/sms-outbox.ts'
import { makeDataDir } from './data-dir.ts'
import { type Collected, collect } from './operator.ts'

export interface TestServer {
  address: string
  /** The list of what was sent, with its token. */
  codes: string
  dataDir: string
  distDir: string
  /** One JSON object a line, as a production start writes them. */
  log: string[]
  shown: Sms[]
  readonly database: Database
  /** As the operator's command does it. */
  operate(command: Command): Promise<Collected | undefined>
  /** Moves the server's clock. */
  advance(ms: number): void
  restart(): Promise<void>
  /** Stops it and leaves its folder to the test. */
  pause(): Promise<void>
  resume(): Promise<void>
  stop(): Promise<void>
}

export interface TestServerOptions {
  databaseUrl?: string
  trustProxy?: boolean
  asksCodeForCorrections?: boolean
  /** Other limits on slow clients than the usual ones. */
  patience?: Partial<Patience>
  /** A built portal instead of one page. */
  portal?: string
}

/** The whole server in this process, on a free port, with a folder and a clock of its own. */
export async function startServer({
  databaseUrl,
  trustProxy = false,
  asksCodeForCorrections = false,
  patience = {},
  portal,
}: TestServerOptions = {}): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'portail-'))
  const dataDir = join(folder, 'data')
  const distDir = portal ?? join(folder, 'dist')
  if (!databaseUrl) await makeDataDir(dataDir)
  if (!portal) await layOnePage(distDir)
  const log: string[] = []
  const shown: Sms[] = []
  let ahead = 0
  const open = () =>
    run(
      {
        port: 0,
        host: '127.0.0.1',
        dataDir,
        distDir,
        databaseUrl,
        databaseReadUrl: undefined,
        publicOrigin: undefined,
        trustProxy,
        sampleData: true,
        showCodes: true,
        asksCodeForCorrections,
        smsGateway: undefined,
      },
      {
        now: () => new Date(Date.now() + ahead),
        smsKept: sms => void shown.push(sms),
        writeLog: entry => void log.push(asJson(entry, new Date())),
        patience: { ...http, ...patience },
      },
    )
  let running: Running = await open()
  const server: TestServer = {
    ...addressesOf(running),
    dataDir,
    distDir,
    log,
    shown,
    get database() {
      return running.provider.database
    },
    operate: command => collect(operator => perform(running.provider, command, operator)),
    advance(ms) {
      ahead += ms
    },
    async restart() {
      await server.pause()
      await server.resume()
    },
    pause: () => running.stop(),
    async resume() {
      running = await open()
      Object.assign(server, addressesOf(running))
    },
    async stop() {
      await running.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
  return server
}

function addressesOf({ port, smsToken }: Running) {
  const address = `http://127.0.0.1:${port}`
  return { address, codes: `${address}/_sms.json?jeton=${smsToken}` }
}

async function layOnePage(distDir: string): Promise<void> {
  await mkdir(distDir)
  await writeFile(join(distDir, 'index.html'), '<!doctype html><title>Portail</title>')
}
