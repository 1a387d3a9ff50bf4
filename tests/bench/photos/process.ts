import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A process and all that it started. */
function treeOf(root: number): number[] {
  const parents = readdirSync('/proc')
    .filter(entry => /^\d+$/.test(entry))
    .flatMap(name => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
        return [[Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])] as const]
      } catch {
        return [] // It ended between the listing and the reading.
      }
    })
  const found = [root]
  for (const one of found) for (const [pid, parent] of parents) if (parent === one) found.push(pid)
  return found
}

/** The browser that this process launched. */
export const browserPid = (): number => {
  const isBrowser = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--remote-debugging-p')
  const pid = treeOf(process.pid).find(one => one !== process.pid && isBrowser(one))
  if (!pid) throw new Error('no browser among the children of this process')
  return pid
}

/**
 * Memory of a process tree in bytes, what is shared divided among those that share it.
 * @param kind all of it, or only shared memory
 */
export const memoryOf = (root: number, kind: 'Pss' | 'Pss_Shmem' = 'Pss'): number =>
  treeOf(root).reduce((sum, pid) => {
    try {
      const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
      return sum + Number(new RegExp(`^${kind}:\\s+(\\d+)`, 'm').exec(rollup)?.[1] ?? 0) * 1024
    } catch {
      return sum
    }
  }, 0)

/** The most memory that the browser took above where it began, in bytes, while `work` ran. */
export const withPeakMemory = async <T>(root: number, work: () => Promise<T>): Promise<{ result: T; peak: number }> => {
  const base = memoryOf(root)
  let peak = 0
  const sampler = setInterval(() => {
    peak = Math.max(peak, memoryOf(root) - base)
  }, 40)
  try {
    return { result: await work(), peak }
  } finally {
    clearInterval(sampler)
  }
}

const version1 = '/sys/fs/cgroup/cpu'
const version2 = '/sys/fs/cgroup'
// In microseconds, and short, so that the browser is slow throughout and not fast, then frozen.
const period = 20_000

/**
 * Gives the browser, workers included, `share` of one processor: CDP's throttle leaves workers alone.
 * Gives what lifts it, or the reason why this machine does not allow it.
 */
export function slowDown(root: number, share: number): { lift: () => void } | { reason: string } {
  const first = existsSync(join(version1, 'cpu.cfs_quota_us'))
  const parent = first ? version1 : version2
  const group = join(parent, `bench-${process.pid}`)
  const move = (to: string) => {
    for (const pid of treeOf(root)) {
      try {
        writeFileSync(join(to, 'cgroup.procs'), String(pid))
      } catch (error) {
        // It ended between the listing and the move.
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
      }
    }
  }
  try {
    mkdirSync(group)
    const quota = Math.round(period * share)
    if (first) {
      writeFileSync(join(group, 'cpu.cfs_period_us'), String(period))
      writeFileSync(join(group, 'cpu.cfs_quota_us'), String(quota))
    } else writeFileSync(join(group, 'cpu.max'), `${quota} ${period}`)
    move(group)
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error) }
  }
  // A group goes when its last process has.
  process.once('exit', () => rmdirSync(group))
  return { lift: () => move(parent) }
}
