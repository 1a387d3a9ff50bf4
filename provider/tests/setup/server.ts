import type { Database } from '../../src/database/port.ts'
import { http, type Patience } from '../../src/limits/limits.ts'
import { asJson } from '../../src/monitoring/log.ts'
import { type Command, perform } from '../../src/operator/commands.ts'
import { type Running, run } from '../../src/run.ts'
import type { Sms } from '../../src/sms/sms-outbox.ts'
import { makeFolders } from './folders.ts'
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
  /** Messages to this phone so far. */
  sent(phone: string): Sms[]
  /** How often the log tells of such an attack. */
  told(event: string): number
  /** Of a series of the metrics. */
  metric(series: string): Promise<number>
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
  const folders = await makeFolders(!databaseUrl)
  const { dataDir } = folders
  const distDir = portal ?? folders.distDir
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
    sent: phone => shown.filter(sms => sms.phone === phone),
    told: event => log.filter(line => line.includes(`"security":"${event}"`)).length,
    async metric(series) {
      const lines = (await (await fetch(`${server.address}/metrics`)).text()).split('\n')
      return Number(lines.find(line => line.startsWith(`${series} `))?.split(' ')[1])
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
      await folders.remove()
    },
  }
  return server
}

function addressesOf({ port, smsToken }: Running) {
  const address = `http://127.0.0.1:${port}`
  return { address, codes: `${address}/_sms.json?jeton=${smsToken}` }
}
