import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { Host } from './hosts.ts'
import { heard, type Said } from './instructions.ts'

const root = join(import.meta.dirname, '..', '..', '..')
export const standIns = join(import.meta.dirname, '..', 'machine', 'bare-debian')

/** As a fresh clone: what is tracked, and what is about to be. */
export function checkOut(checkout: string): void {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root })
  mkdirSync(checkout, { mode: 0o755 })
  execFileSync('bash', ['-c', 'tar --null -T - -c | tar -x -C "$0"', checkout], { cwd: root, input: files })
  execFileSync('git', ['init', '--quiet', checkout])
}

/** After `npm ci`. */
export function install(checkout: string): void {
  symlinkSync(join(root, 'node_modules'), join(checkout, 'node_modules'))
}

/**
 * A Debian of its own on a machine of the test's network, for what an operator types there as root.
 */
export class BareMachine {
  private constructor(
    readonly host: Host,
    readonly pid: number,
    readonly files: string,
  ) {}

  /** @param shown a folder that it shares with this machine */
  static async start(host: Host, shown: string): Promise<BareMachine> {
    const apart = ['--mount', '--ipc', '--propagation', 'private', join(standIns, 'node.sh'), standIns, shown]
    const child: ChildProcess = host.run('unshare', apart, { stdio: ['ignore', 'pipe', 'inherit'] })
    if (!child.stdout || !child.pid) throw new Error(`${host.name} did not start.`)
    const [said] = await once(child.stdout, 'data')
    return new BareMachine(host, child.pid, String(said).trim())
  }

  /**
   * It has this machine's network as well, for packages; its services have that of the test alone.
   */
  type(block: string, folder = '/'): Promise<Said> {
    const enter = ['--target', `${this.pid}`, '--mount', '--ipc', '--', 'chroot', this.files, 'env', '-C', folder]
    const env = {
      ...ways(),
      PATH: `${standIns}:${process.env.PATH}`,
      HOME: '/root',
      LC_ALL: 'C.UTF-8',
      DEBIAN_FRONTEND: 'noninteractive',
      TEST_NETWORK: `/proc/${this.pid}/ns/net`,
    }
    const shell = [...enter, 'bash', '-euc', block]
    return heard(spawn('nsenter', shell, { env, stdio: ['ignore', 'pipe', 'pipe'] }))
  }
}

/** The ways to the package registries, and nothing else of ours. */
export function ways(): NodeJS.ProcessEnv {
  const named = /^(?:PATH|HOME|TMPDIR|NODE_EXTRA_CA_CERTS|SSL_CERT_\w+|(?:https?|no)_proxy|npm_config_registry)$/i
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => named.test(name)))
}
