import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const childrenOf = (parents: Map<number, number>, root: number): number[] => {
  const found = [root]
  for (const one of found) for (const [pid, parent] of parents) if (parent === one) found.push(pid)
  return found
}

/** A process and all that it started. */
export const treeOf = (root: number): number[] => {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc').filter(entry => /^\d+$/.test(entry))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
    } catch {
      // It ended between the listing and the reading.
    }
  }
  return childrenOf(parents, root)
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
// A short period, so that the browser is slow throughout and not fast, then frozen.
const period = 20_000

type Slowed = { lift: () => void } | { reason: string }

/** A group goes when its last process has; one that is just ending would still hold it. */
const groupsMade: string[] = []
process.once('exit', () => {
  for (const group of groupsMade) if (readFileSync(join(group, 'cgroup.procs'), 'utf8') === '') rmdirSync(group)
})

/** One group for each list of processes, each with `share` of one processor; what they start later stays in theirs. */
const slowGroups = (root: number, groups: readonly (readonly number[])[], share: number): Slowed => {
  const first = existsSync(join(version1, 'cpu.cfs_quota_us'))
  const parent = first ? version1 : version2
  const quota = Math.round(period * share)
  const lift = () => {
    for (const pid of treeOf(root)) move(pid, parent)
  }
  try {
    for (const pids of groups) {
      const group = join(parent, `bench-${process.pid}-${groupsMade.length}`)
      mkdirSync(group)
      groupsMade.push(group)
      if (first) {
        writeFileSync(join(group, 'cpu.cfs_period_us'), String(period))
        writeFileSync(join(group, 'cpu.cfs_quota_us'), String(quota))
      } else writeFileSync(join(group, 'cpu.max'), `${quota} ${period}`)
      for (const pid of pids) move(pid, group)
    }
    return { lift }
  } catch (error) {
    lift()
    return { reason: error instanceof Error ? error.message : String(error) }
  }
}

const move = (pid: number, group: string) => {
  try {
    writeFileSync(join(group, 'cgroup.procs'), String(pid))
  } catch (error) {
    // It ended between the listing and the move.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/**
 * Gives the browser, workers included, `share` of one processor: CDP's throttle leaves workers alone.
 * Gives what lifts it, or the reason why this machine does not allow it.
 */
export const slowDown = (root: number, share: number): Slowed => slowGroups(root, [treeOf(root)], share)

/**
 * Gives each process of the browser that share of a processor, as a phone of several slow cores does: what draws, what
 * fetches and what runs the page do not wait for one another.
 */
export const slowEach = (root: number, share: number): Slowed =>
  slowGroups(
    root,
    treeOf(root).map(pid => [pid]),
    share,
  )
