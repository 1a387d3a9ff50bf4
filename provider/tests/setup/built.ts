import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { changedAt } from '../../../tests/e2e/setup/builds.ts'
import { root } from '../../../tests/run/command.ts'

/**
 * The server as a ministry starts it, `npm run build -w provider`: what each test's own server is,
 * and ready sooner than its sources.
 */

export const serverDir = join(root, 'provider', 'dist')
const sources = ['provider/src', 'src', 'provider/build.ts', 'package.json']
export const serverBuilder = { bin: 'tsx', args: ['provider/build.ts'] } as const

export const isServerCurrent = (): boolean => {
  const marker = join(serverDir, 'package.json')
  return existsSync(marker) && sources.every(source => changedAt(join(root, source)) < changedAt(marker))
}

/** For whoever runs one file by vitest alone; `npm test` has built it before. */
export function ensureServer(): void {
  if (isServerCurrent()) return
  const done = spawnSync(process.execPath, ['--import', serverBuilder.bin, ...serverBuilder.args], {
    cwd: root,
    stdio: 'inherit',
  })
  if (done.status !== 0) throw new Error('npm run build -w provider failed')
}

const built: Readonly<Record<string, string>> = { 'serve.ts': 'serve.js', 'cli.ts': 'provider.js' }

/**
 * What Node is started with for an entry point, named from `provider/src/`: as built, or its source
 * where it is not.
 */
export function entryPoint(script: string): string[] {
  const file = built[script]
  return file ? [join(serverDir, file)] : ['--import', 'tsx', join(root, 'provider/src', script)]
}
