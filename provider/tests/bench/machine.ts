import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * What Linux says of processes; ticks are hundredths of a second on every one that Node runs on.
 */
const tickMs = 10

function statOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  } catch {
    return []
  }
}

/**
 * Milliseconds of processor that a process and the children it has waited for have had, all
 * threads.
 */
function ownCpuMs(pid: number): number {
  return [11, 12, 13, 14].reduce((sum, at) => sum + Number(statOf(pid)[at] ?? 0), 0) * tickMs
}

function childrenOf(pid: number): number[] {
  return readdirSync('/proc').flatMap(name => (Number(statOf(Number(name))[1]) === pid ? [Number(name)] : []))
}

/** A process with all that stand below it now. */
function treeOf(pid: number): number[] {
  return [pid, ...childrenOf(pid).flatMap(treeOf)]
}

export const cpuMs = (pids: readonly number[]): number =>
  pids.flatMap(treeOf).reduce((sum, pid) => sum + ownCpuMs(pid), 0)

const field = (path: string, name: string): number => {
  try {
    return Number(new RegExp(`^${name}:\\s*(\\d+)`, 'm').exec(readFileSync(path, 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
}

/** The most memory that a process has had at once, in megabytes. */
export const peakMemoryMb = (pid: number): number => field(`/proc/${pid}/status`, 'VmHWM') / 1024

/** Bytes that went to the disk so far. */
export const writtenBytes = (pids: readonly number[]): number =>
  pids.flatMap(treeOf).reduce((sum, pid) => sum + field(`/proc/${pid}/io`, 'write_bytes'), 0)

/** What a folder takes on the disk; with everything in PostgreSQL there is none. */
export function folderBytes(folder: string): number {
  if (!existsSync(folder)) return 0
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return sum + folderBytes(path)
    return sum + (entry.isFile() ? statSync(path).blocks * 512 : 0)
  }, 0)
}
