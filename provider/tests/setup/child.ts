import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { expect } from 'vitest'
import { entryPoint } from './built.ts'
import type { Host } from './hosts.ts'

const Usage = v.object({ rss: v.number(), heapUsed: v.number(), peak: v.number() })

export interface Child {
  address: string
  /** The list of what was sent, with its token; empty where codes are not shown. */
  codes: string
  process: ChildProcess
  output: () => { out: string; err: string }
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
}

export interface Ended {
  code: number | null
  out: string
  err: string
}

/**
 * What `npm start` shows and loads by itself, and a production start does not (production.test.ts).
 */
const demonstration = { SHOW_CODES: 'yes', SAMPLE_DATA: 'yes' }

const launch = (args: string[], env: Record<string, string>, standing?: Standing) =>
  startNode(args, { PORT: '0', ...demonstration, ...env }, standing)

type Launched = ReturnType<typeof startNode>

/** As another account, behind others for the processor, or on another machine. */
export interface Standing {
  uid?: number
  gid?: number
  nice?: number
  host?: Host
}

/** Node with these arguments and no more of this process's environment than it needs. */
export function startNode(args: string[], env: Record<string, string>, { nice = 0, host, ...account }: Standing = {}) {
  const { PATH = '', HOME = '', TMPDIR } = process.env
  const inherited = { PATH, HOME, ...(TMPDIR && { TMPDIR }) }
  const options: SpawnOptions = { ...account, env: { ...inherited, ...env }, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] }
  const command = ['-n', String(nice), process.execPath, ...args]
  const child = host ? host.run('nice', command, options) : spawn('nice', command, options)
  const said = { out: '', err: '' }
  for (const [name, stream] of [
    ['out', child.stdout],
    ['err', child.stderr],
  ] as const)
    stream?.on('data', (chunk: Buffer) => {
      said[name] += chunk.toString()
    })
  const ended: Child['ended'] = new Promise(resolve => child.once('close', (code, signal) => resolve({ code, signal })))
  return { child, said, ended }
}

/** The server as its own process, which may have to wait before it is ready. */
export const launchServer = (env: Record<string, string>, standing?: Standing) =>
  launch(entryPoint('serve.ts'), env, standing)

/** Once it says that it is ready. */
export const serveChild = (env: Record<string, string>, standing?: Standing): Promise<Child> =>
  whenReady(launchServer(env, standing))

/** The same server with the short patience of `impatient.ts`. */
export const serveImpatiently = (env: Record<string, string>): Promise<Child> =>
  whenReady(launch(['--expose-gc', '--import', 'tsx', join(import.meta.dirname, 'impatient.ts')], env))

/**
 * In milliseconds: below Vitest's own limit, which would not say which of several processes hung,
 * and in what.
 */
const hangMs = 90_000

/** Ends a process that hangs, with an error that says how far it came. */
async function orHung<T>({ child, said }: Launched, awaited: string, outcome: Promise<T>): Promise<T> {
  let watch: NodeJS.Timeout | undefined
  const hung = new Promise<never>((_, fail) => {
    watch = setTimeout(() => {
      const state = stateOf(child.pid)
      child.kill('SIGKILL')
      fail(new Error(`${child.spawnargs.join(' ')}: not ${awaited}; ${state}; it had said ${JSON.stringify(said)}`))
    }, hangMs)
  })
  try {
    return await Promise.race([outcome, hung])
  } finally {
    clearTimeout(watch)
  }
}

/**
 * What the kernel knows of a process: whether it sleeps, in what, and how many threads and how much
 * time it has had.
 */
function stateOf(pid = 0): string {
  try {
    const [stat, wchan] = ['stat', 'wchan'].map(name => readFileSync(`/proc/${pid}/${name}`, 'utf8').trim())
    return `stat ${stat}, wchan ${wchan}`
  } catch {
    return 'gone'
  }
}

/** A process of the server's, once it says that it is ready. */
export async function whenReady(launched: Launched): Promise<Child> {
  const { child, said, ended } = launched
  const isReady = new Promise<string>((ready, failed) => {
    child.stdout?.on('data', () => {
      const found = /^READY (http:\/\/localhost:\d+)$/m.exec(said.out)?.[1]
      if (found) ready(found)
    })
    void ended.then(() => failed(new Error(said.err)))
  })
  const address = await orHung(launched, 'ready', isReady)
  const codes = /^CODES (\S+)$/m.exec(said.out)?.[1]?.replace('/_sms?', '/_sms.json?') ?? ''
  return { address, codes, process: child, output: () => said, ended }
}

/** Asks it to go, as a host does: it has to go by itself, and with nothing wrong. */
export async function endCleanly(child: Child): Promise<void> {
  child.process.kill('SIGTERM')
  expect(await child.ended).toEqual({ code: 0, signal: null })
}

/**
 * What the impatient server's process holds after it has thrown away what it no longer needs, and
 * the most it ever held.
 */
export function memoryOf(child: Child): Promise<v.InferOutput<typeof Usage>> {
  return new Promise((settle, failed) => {
    child.process.once('message', message => settle(v.parse(Usage, message)))
    child.process.send('memory', error => error && failed(error))
  })
}

/** Any entry point, named from `provider/src/`, that is expected to end by itself. */
export async function runToEnd(script: string, args: string[], env: Record<string, string>): Promise<Ended> {
  const launched = launch([...entryPoint(script), ...args], env)
  const { code } = await orHung(launched, 'ended', launched.ended)
  return { code, ...launched.said }
}
