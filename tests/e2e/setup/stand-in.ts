import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { entryPoint } from '../../../provider/tests/setup/built.ts'
import { builds } from './builds.ts'
import { completeAnswers, phone } from './hands.ts'

const root = join(import.meta.dirname, '..', '..', '..')

/** The first student of the sample data that it begins with, and her first step in reading A. */
export const sampleMatricule = 'BKO2026T001'
export const sampleAnswers = {
  ...completeAnswers,
  phone,
  anneeBac: '2026',
  numPlace: '1001',
  serie: 'TSE',
  ae: 'BKORD',
}

const Messages = v.array(v.object({ phone: v.string(), text: v.string(), at: v.unknown() }))

export interface StandIn {
  readonly url: string
  readonly dataDir: string
  /** Everything that it printed so far: a place to look for personal data that must not be there. */
  log(): string
  /** SIGTERM, as Ctrl-C or a host's shutdown does. */
  stop(): Promise<void>
  /** SIGKILL, as a power cut does. */
  kill(): Promise<void>
  /** Starts it again on the same data and the same port. */
  start(): Promise<void>
  /** The newest code sent to that phone number. */
  lastCode(phone: string): Promise<string>
  /** `npm run provider -- …` on the same data. */
  provider(...args: string[]): Promise<CommandResult>
  /** Stops it and removes its data. */
  dispose(): Promise<void>
}

export interface CommandResult {
  code: number | null
  output: string
}

export interface StandInOptions {
  dist?: string
  /** What `npm start` runs builds the pages into `dist` first. */
  script?: 'serve.ts' | 'start.ts' | undefined
  env?: Readonly<Record<string, string>>
}

/** The project's own stand-in provider, as a process of its own, on data that nobody else has touched. */
export async function startStandIn({
  dist = builds.complete.dir,
  script = 'serve.ts',
  env = {},
}: StandInOptions = {}): Promise<StandIn> {
  const dataDir = mkdtempSync(join(tmpdir(), 'portail-'))
  // A developer's DATABASE_URL must never be written to by a test.
  const { DATABASE_URL: _, ...inherited } = process.env
  const demonstration = { SHOW_CODES: 'yes', SAMPLE_DATA: 'yes' }
  const environment = { ...inherited, ...demonstration, DATA_DIR: dataDir, DIST_DIR: dist, ...env }
  let child: ChildProcess | undefined
  let port = '0'
  let codes = ''
  let printed = ''

  const serve = (script: string, args: string[], extra: NodeJS.ProcessEnv = {}) =>
    spawn(process.execPath, [...entryPoint(script), ...args], { cwd: root, env: { ...environment, ...extra } })

  async function start(): Promise<void> {
    child = serve(script, [], { PORT: port })
    const ready = await whenReady(child, text => {
      printed += text
    })
    port = ready.port
    codes = ready.codes
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    const server = child
    child = undefined
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const gone = new Promise(done => server.once('exit', done))
    server.kill(signal)
    await gone
  }

  process.once('exit', () => child?.kill('SIGKILL'))
  await start()

  return {
    get url() {
      return `http://localhost:${port}`
    },
    dataDir,
    log: () => printed,
    start,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    async lastCode(phone) {
      const answer = await fetch(codes, { headers: { accept: 'application/json' } })
      const message = v.parse(Messages, await answer.json()).find(sms => sms.phone.endsWith(phone))
      const code = message && /\b\d{4}\b/.exec(message.text)?.[0]
      if (!code) throw new Error(`No code was sent to ${phone}`)
      return code
    },
    provider: (...args) => finished(serve('cli.ts', args)),
    async dispose() {
      await end('SIGTERM')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Its port, and the address that shows the codes with the token of this start. */
function whenReady(child: ChildProcess, print: (text: string) => void): Promise<{ port: string; codes: string }> {
  return new Promise((ready, fail) => {
    let text = ''
    const listen = (chunk: Buffer) => {
      text += chunk.toString()
      print(chunk.toString())
      // A production start says it for programs; `npm start` tells it to whoever reads along, in one go.
      const port = /^(?:READY| ) http:\/\/\S+?:(\d+)\s/m.exec(text)?.[1]
      const codes = /^CODES (\S+)$| (\S+\/_sms\?\S+)$/m.exec(text)
      if (port) ready({ port, codes: codes?.[1] ?? codes?.[2] ?? '' })
    }
    child.stdout?.on('data', listen)
    child.stderr?.on('data', listen)
    child.once('error', fail)
    child.once('exit', code => fail(new Error(`The stand-in ended (${code}) before it was ready:\n${text}`)))
  })
}

function finished(child: ChildProcess): Promise<CommandResult> {
  return new Promise((done, fail) => {
    let output = ''
    const listen = (chunk: Buffer) => {
      output += chunk.toString()
    }
    child.stdout?.on('data', listen)
    child.stderr?.on('data', listen)
    child.once('error', fail)
    child.once('close', code => done({ code, output }))
  })
}
