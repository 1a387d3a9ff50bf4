import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '..', '..')

const running = new Set<ChildProcess>()

/** Stops whatever still runs: a browser or a provider left behind would hold the CI machine for ever. */
export function stopAll(): void {
  for (const child of running) child.kill('SIGTERM')
}

export interface Command {
  bin: string
  args: readonly string[]
  env?: NodeJS.ProcessEnv
  /** `live` writes straight to the terminal; `held` prints in one piece, so that parallel outputs don't mix. */
  output: 'live' | 'held'
}

/** Runs npm, or a tool of node_modules/.bin, from the project's root. True when it ended with exit code 0. */
export async function run({ bin, args, env = process.env, output }: Command): Promise<boolean> {
  const child = spawn(bin === 'npm' ? bin : join(root, 'node_modules', '.bin', bin), args, {
    cwd: root,
    env,
    stdio: output === 'live' ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  const held: Buffer[] = []
  child.stdout?.on('data', (chunk: Buffer) => held.push(chunk))
  child.stderr?.on('data', (chunk: Buffer) => held.push(chunk))
  const ok = await new Promise<boolean>(done => {
    child.once('error', error => {
      held.push(Buffer.from(`${error.message}\n`))
      done(false)
    })
    child.once('close', code => done(code === 0))
  })
  running.delete(child)
  process.stdout.write(Buffer.concat(held))
  return ok
}
