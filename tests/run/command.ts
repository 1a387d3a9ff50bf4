import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '..', '..')

const running = new Set<ChildProcess>()

/** What still runs gets no other turn; what it has started is left to the janitor. */
export function stopAll(): void {
  for (const child of running) child.kill('SIGKILL')
}

export interface Command {
  /** npm, a program of the system by its whole path, or a tool of node_modules/.bin. */
  bin: string
  args: readonly string[]
  env?: NodeJS.ProcessEnv
  /** `live` writes straight to the terminal; `held` prints in one piece, so that parallel outputs don't mix. */
  output: 'live' | 'held'
}

/** Runs it from the project's root. True when it ended with exit code 0. */
export async function run({ bin, args, env = process.env, output }: Command): Promise<boolean> {
  const program = bin === 'npm' || bin.startsWith('/') ? bin : join(root, 'node_modules', '.bin', bin)
  const child = spawn(program, args, {
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
