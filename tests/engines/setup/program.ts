import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** In milliseconds: how long a browser may take to start, on a machine that has other things to do. */
const patienceMs = 60_000

const running = new Set<Program>()
// A browser that is left behind would hold the machine for ever: it goes with the run, however that ends.
for (const end of ['exit', 'disconnect'] as const)
  process.once(end, () => {
    for (const program of running) program.strike()
  })

/** Those whose start failed or took too long: nobody else has hold of them. */
export async function killAll(): Promise<void> {
  for (const program of [...running]) await program.kill()
}

/** A program and whatever it starts: one group of processes, which ends together. */
export class Program {
  readonly #child: ChildProcess
  readonly #gone: Promise<void>
  readonly #name: string
  #listeners: (() => void)[] = []
  /** All that it and its children wrote. */
  printed = ''

  constructor(file: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env) {
    this.#name = file
    this.#child = spawn(file, args, { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
    running.add(this)
    const listen = (chunk: Buffer) => {
      this.printed += chunk
      this.#tell()
    }
    this.#child.stdout?.on('data', listen)
    this.#child.stderr?.on('data', listen)
    this.#gone = new Promise(done => {
      this.#child.once('error', error => {
        this.printed += error.message
        done()
      })
      this.#child.once('exit', () => done())
    })
    void this.#gone.then(() => {
      running.delete(this)
      this.#tell()
    })
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }

  /** Once it has ended by itself. */
  ended(): Promise<void> {
    return this.#gone
  }

  /** What it prints once it is ready. */
  async says(pattern: RegExp): Promise<string> {
    const [, found = ''] = await this.#becomes(() => pattern.exec(this.printed) ?? undefined)
    return found
  }

  #becomes<T>(look: () => T | undefined): Promise<T> {
    return new Promise((resolve, reject) => {
      const end = (settle: () => void) => {
        clearTimeout(limit)
        this.#listeners = this.#listeners.filter(listener => listener !== again)
        settle()
      }
      const fail = (why: string) => end(() => reject(new Error(`${this.#name} ${why}:\n${this.printed}`)))
      const limit = setTimeout(() => fail('was not ready in time'), patienceMs)
      const again = () => {
        const found = look()
        if (found !== undefined) end(() => resolve(found))
        else if (!running.has(this)) fail('ended before it was ready')
      }
      this.#listeners.push(again)
      again()
    })
  }

  /** The port that the system has given it: nobody can have taken it in between. */
  async port(): Promise<number> {
    const ticking = setInterval(() => this.#tell(), 20)
    return this.#becomes(() => listeningPort(this.#child.pid ?? 0)).finally(() => clearInterval(ticking))
  }

  /** SIGKILL to all of them, as an empty battery does: nothing in them gets another turn. */
  strike(): void {
    try {
      process.kill(-(this.#child.pid ?? Number.NaN), 'SIGKILL')
    } catch {
      // It has ended, or never began.
    }
  }

  async kill(): Promise<void> {
    this.strike()
    await this.#gone
    this.strike()
  }
}

const listening = '0A'

/** Linux tells of each socket by its inode, and of each process which inodes it holds. */
function listeningPort(pid: number): number | undefined {
  const lines = readFileSync('/proc/net/tcp', 'utf8').trim().split('\n').slice(1)
  const rows = lines.map(line => line.trim().split(/\s+/))
  const ports = new Map<string, number>(
    rows.flatMap(([, address = '', , state, , , , , , inode]) =>
      state === listening ? [[`socket:[${inode}]`, Number.parseInt(address.split(':')[1] ?? '', 16)] as const] : [],
    ),
  )
  try {
    const held = readdirSync(`/proc/${pid}/fd`).map(name => readlinkSync(`/proc/${pid}/fd/${name}`))
    return held.map(link => ports.get(link)).find(port => port !== undefined)
  } catch {
    // A descriptor was closed between the two looks, or the process has gone.
    return undefined
  }
}
