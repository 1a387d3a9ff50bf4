import { type ChildProcess, execFileSync, type SpawnOptions, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Socket } from 'node:net'
import { needed } from '../../../tests/run/needs.ts'

/**
 * A machine of the test's own: a network namespace, which shares disk and processor with all
 * others.
 */
export interface Host {
  name: string
  address: string
  run(program: string, args: readonly string[], options?: SpawnOptions): ChildProcess
}

/** Machines on one network, to which the test itself belongs as well. Root alone may make them. */
export class Network<Name extends string> {
  readonly hosts: Readonly<Record<Name, Host>>
  readonly range: string
  readonly #id = randomInt(0x1000, 0xffff).toString(16)
  readonly #bridge = `pb${this.#id}`
  /** Of the test. */
  readonly address: string

  constructor(names: readonly Name[]) {
    const net = `10.77.${randomInt(1, 255)}`
    this.range = `${net}.0/24`
    this.address = `${net}.254`
    ip('link', 'add', this.#bridge, 'type', 'bridge')
    ip('addr', 'add', `${this.address}/24`, 'dev', this.#bridge)
    ip('link', 'set', this.#bridge, 'up')
    const made = names.map((name, index) => [name, this.#host(name, `${net}.${index + 1}`, index)] as const)
    this.hosts = Object.fromEntries(made) as Record<Name, Host>
    this.#sweepAfter(names)
  }

  /** However this process ends, also by a kill: what runs on the machines would outlive it. */
  #sweepAfter(names: readonly Name[]): void {
    const each = 'for space; do ip netns pids "$space" | xargs -r kill -9; ip netns del "$space"; done'
    // Its parent ends at once, so that no kill of a whole family finds it; the end of what it reads
    // tells it.
    const sweep = `(cat <&3; ${each}; ip link del ${this.#bridge}) >/dev/null 2>&1 &`
    const options: SpawnOptions = {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
      env: { PATH: process.env.PATH },
      detached: true,
    }
    const sweeper = spawn('sh', ['-c', sweep, 'sh', ...names.map(name => this.#space(name))], options)
    sweeper.unref()
    const life = sweeper.stdio[3]
    if (life instanceof Socket) life.unref()
  }

  #host(name: string, address: string, index: number): Host {
    const space = this.#space(name)
    const cable = `pv${this.#id}${index}`
    ip('netns', 'add', space)
    ip('link', 'add', cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space)
    ip('link', 'set', cable, 'master', this.#bridge, 'up')
    ip('-n', space, 'addr', 'add', `${address}/24`, 'dev', 'eth0')
    for (const device of ['lo', 'eth0']) ip('-n', space, 'link', 'set', device, 'up')
    return {
      name,
      address,
      run: (program, args, { uid, gid, ...options } = {}) => {
        // Root alone enters; who runs the program is chosen in there.
        const as = uid === undefined ? [] : ['setpriv', '--reuid', `${uid}`, '--regid', `${gid}`, '--clear-groups']
        const command = ['netns', 'exec', space, ...as, program, ...args]
        return spawn(needed('ip'), command, { stdio: 'ignore', ...options })
      },
    }
  }

  /** Nothing passes any more between one machine and some others; nobody is told. */
  cut(one: Name, others: readonly Name[]): void {
    for (const other of others)
      ip('-n', this.#space(one), 'route', 'add', 'blackhole', `${this.hosts[other].address}/32`)
  }

  mend(one: Name, others: readonly Name[]): void {
    for (const other of others)
      ip('-n', this.#space(one), 'route', 'del', 'blackhole', `${this.hosts[other].address}/32`)
  }

  /** The machine loses its current: everything that runs on it is gone. */
  kill(name: Name): void {
    this.signal(name, 'SIGKILL')
  }

  /** @param of those alone whose command line names it */
  signal(name: Name, signal: NodeJS.Signals, of = ''): void {
    for (const pid of this.processes(name).filter(pid => isNamed(pid, of))) {
      try {
        process.kill(pid, signal)
      } catch {
        // It has ended with its parent.
      }
    }
  }

  close(): void {
    for (const name of Object.keys(this.hosts) as Name[]) {
      this.kill(name)
      ip('netns', 'del', this.#space(name))
    }
    ip('link', 'del', this.#bridge)
  }

  /** Everything that runs on it now. */
  processes(name: Name): number[] {
    return ip('netns', 'pids', this.#space(name)).split('\n').filter(Boolean).map(Number)
  }

  #space(name: string): string {
    return `portail-${this.#id}-${name}`
  }
}

const ip = (...args: string[]): string => execFileSync(needed('ip'), args, { encoding: 'utf8' })

function isNamed(pid: number, word: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(word)
  } catch {
    return false // It has ended.
  }
}
