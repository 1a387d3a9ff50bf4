import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const server = (name: string) => fileURLToPath(new URL(`../../../server/${name}`, import.meta.url))

export interface Child {
  address: string
  process: ChildProcess
  output: () => { out: string; err: string }
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
}

export interface Ended {
  code: number | null
  out: string
  err: string
}

function launch(script: string, args: string[], env: Record<string, string>) {
  const inherited = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '' }
  const child = spawn(process.execPath, ['--import', 'tsx', server(script), ...args], {
    env: { ...inherited, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = { out: '', err: '' }
  child.stdout.on('data', (chunk: Buffer) => {
    said.out += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    said.err += chunk.toString()
  })
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>(resolve =>
    child.once('close', (code, signal) => resolve({ code, signal })),
  )
  return { child, said, ended }
}

/** `server/serve.ts` as its own process, once it says that it is ready. */
export async function serveChild(env: Record<string, string>): Promise<Child> {
  const { child, said, ended } = launch('serve.ts', [], { PORT: '0', ...env })
  const address = await new Promise<string>((ready, failed) => {
    child.stdout.on('data', () => {
      const found = /^READY (http:\/\/localhost:\d+)$/m.exec(said.out)?.[1]
      if (found) ready(found)
    })
    ended.then(() => failed(new Error(said.err)))
  })
  return { address, process: child, output: () => said, ended }
}

/** Any entry point that is expected to end by itself. */
export async function runToEnd(script: string, args: string[], env: Record<string, string>): Promise<Ended> {
  const { said, ended } = launch(script, args, env)
  const { code } = await ended
  return { code, ...said }
}
