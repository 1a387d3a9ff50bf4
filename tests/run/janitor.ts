import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * Runs beside a test run and outlives it, however that ends: then it kills what the run has started (browsers, servers,
 * clusters) and removes the run's temporary folder. Usage: janitor.ts FOLDER, until standard input ends.
 */

const [, , folder = ''] = process.argv
if (!basename(folder).startsWith('portail-run-')) throw new Error(`"${folder}" is no folder of a test run.`)

interface Process {
  pid: number
  parent: number
  /** It names the run's folder in its environment (TMPDIR), its command line or its working directory. */
  isMarked: boolean
}

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return '' // It has ended, or belongs to somebody else.
  }
}

const folderOf = (pid: string): string => {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return ''
  }
}

function processes(): Process[] {
  if (!existsSync('/proc')) return []
  const pids = readdirSync('/proc').filter(name => /^\d+$/.test(name))
  return pids.map(pid => {
    // The name in parentheses may itself hold blanks and parentheses.
    const [, parent = '0'] = /\) \S (\d+)/.exec(read(`/proc/${pid}/stat`)) ?? []
    const told = [read(`/proc/${pid}/environ`), read(`/proc/${pid}/cmdline`), folderOf(pid)]
    return { pid: Number(pid), parent: Number(parent), isMarked: told.some(text => text.includes(folder)) }
  })
}

/** Marked, or started by one that is. */
function left(): number[] {
  const all = processes().filter(({ pid }) => pid !== process.pid)
  const found = new Set(all.filter(({ isMarked }) => isMarked).map(({ pid }) => pid))
  for (let before = -1; before !== found.size; ) {
    before = found.size
    for (const { pid, parent } of all) if (found.has(parent)) found.add(pid)
  }
  return [...found]
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It was quicker.
  }
}

/** A small disk of a test that was stopped. */
function unmount(): void {
  const mounted = read('/proc/mounts')
    .split('\n')
    .map(line => line.split(' ')[1] ?? '')
  for (const place of mounted.filter(place => place.startsWith(`${folder}/`)).reverse())
    execFileSync('umount', ['--lazy', place], { stdio: 'ignore' })
}

async function sweep(): Promise<void> {
  for (let round = 0; round < 100; round += 1) {
    const found = left()
    if (found.length === 0) break
    for (const pid of found) kill(pid)
    await pause(50)
  }
  unmount()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
process.stdin.resume()
process.stdin.once('close', () => void sweep().then(() => process.exit(0)))
