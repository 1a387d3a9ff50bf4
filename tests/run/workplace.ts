import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where a run keeps what it makes for the moment, and who clears it away. */
export interface Workplace {
  folder: string
  /** For whatever the run starts: temporary folders lie in the run's own, by which it is known later. */
  env: NodeJS.ProcessEnv
  /** Kills what is left of the run and removes its folder; it happens as well when this process just ends. */
  clear(): Promise<void>
}

export function openWorkplace(): Workplace {
  const folder = mkdtempSync(join(tmpdir(), 'portail-run-'))
  // As any temporary folder: servers of other accounts write to it.
  chmodSync(folder, 0o1777)
  const janitor = spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, 'janitor.ts'), folder], {
    // Of no terminal: what ends this process by Ctrl-C must not end it.
    detached: true,
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  const gone = new Promise<void>(done => janitor.once('close', () => done()))
  return {
    folder,
    env: { ...process.env, TMPDIR: folder },
    async clear() {
      janitor.stdin?.end()
      await gone
    },
  }
}
