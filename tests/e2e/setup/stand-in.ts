import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { entryPoint } from '../../../provider/tests/setup/built.ts'
import { runToEnd, startNode } from '../../../provider/tests/setup/child.ts'
import { builds } from './builds.ts'
import { completeAnswers, phone } from './hands.ts'

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

export interface CommandResult {
  code: number | null
  output: string
}

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

export interface StandInOptions {
  dist?: string
  /** What `npm start` runs builds the pages into `dist` first. */
  script?: 'serve.ts' | 'start.ts' | undefined
  env?: Readonly<Record<string, string>>
}

type Running = ReturnType<typeof startNode>

/** Its port, and the address that shows the codes with the token of this start. */
const whenReady = ({ child, said, ended }: Running) =>
  new Promise<{ port: string; codes: string }>((ready, fail) => {
    child.stdout?.on('data', () => {
      // A production start says it for programs; `npm start` tells it to whoever reads along, in one go.
      const port = /^(?:READY| ) http:\/\/\S+?:(\d+)\s/m.exec(said.out)?.[1]
      const codes = /^CODES (\S+)$| (\S+\/_sms\?\S+)$/m.exec(said.out)
      if (port) ready({ port, codes: codes?.[1] ?? codes?.[2] ?? '' })
    })
    void ended.then(() => fail(new Error(`The stand-in ended before it was ready:\n${said.out}${said.err}`)))
  })

/** The project's own stand-in provider, as a process of its own, on data that nobody else has touched. */
export async function startStandIn({
  dist = builds.complete.dir,
  script = 'serve.ts',
  env = {},
}: StandInOptions = {}): Promise<StandIn> {
  const dataDir = mkdtempSync(join(tmpdir(), 'portail-'))
  const environment = { SHOW_CODES: 'yes', SAMPLE_DATA: 'yes', DATA_DIR: dataDir, DIST_DIR: dist, ...env }
  let running: Running | undefined
  let port = '0'
  let codes = ''
  /** Of the processes before this one. */
  let printed = ''
  const saidBy = (one?: Running) => (one ? one.said.out + one.said.err : '')

  async function start(): Promise<void> {
    running = startNode(entryPoint(script), { ...environment, PORT: port })
    ;({ port, codes } = await whenReady(running))
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    const ending = running
    running = undefined
    ending?.child.kill(signal)
    await ending?.ended
    printed += saidBy(ending)
  }

  process.once('exit', () => running?.child.kill('SIGKILL'))
  await start()

  return {
    get url() {
      return `http://localhost:${port}`
    },
    dataDir,
    log: () => printed + saidBy(running),
    start,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    async lastCode(phone) {
      const message = v
        .parse(Messages, await (await fetch(codes, { headers: { accept: 'application/json' } })).json())
        .find(sms => sms.phone.endsWith(phone))
      const code = message && /\b\d{4}\b/.exec(message.text)?.[0]
      if (!code) throw new Error(`No code was sent to ${phone}`)
      return code
    },
    async provider(...args) {
      const { code, out, err } = await runToEnd('cli.ts', args, environment)
      return { code, output: out + err }
    },
    async dispose() {
      await end('SIGTERM')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
