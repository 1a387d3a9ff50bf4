import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** All that a build reads, besides the packages that the lock file names. */
const inputs = ['src', 'sw', 'build', 'public', 'package-lock.json', 'vite.config.ts']
const stamp = '.built-from'

function* filesOf(root: string, path: string): Generator<string> {
  if (!existsSync(join(root, path))) return
  if (!statSync(join(root, path)).isDirectory()) return yield path
  for (const name of readdirSync(join(root, path)).sort()) yield* filesOf(root, join(path, name))
}

/**
 * One hash of every input's name and bytes, and of the settings that are written into the files.
 */
export function inputsOf(root: string, env: NodeJS.ProcessEnv): string {
  const hash = createHash('sha256')
  // Another language has files of its own beside index.html and manifest.webmanifest.
  const beside = readdirSync(root).filter(name =>
    /^\.env|^index\b.*\.html$|\.webmanifest$/.test(name),
  )
  for (const path of [...inputs, ...beside.sort()].flatMap(input => [...filesOf(root, input)]))
    hash.update(`${path}\0`).update(readFileSync(join(root, path)))
  const variables = Object.entries(env).filter(([name]) => /^(?:VITE_|NODE_ENV$)/.test(name))
  return hash.update(JSON.stringify(variables.sort())).digest('hex')
}

/**
 * Whether these pages were built from these inputs, so that a second `npm start` need not build
 * them again.
 */
export const isBuiltFrom = (dist: string, hash: string): boolean =>
  existsSync(join(dist, 'index.html')) &&
  existsSync(join(dist, stamp)) &&
  readFileSync(join(dist, stamp), 'utf8') === hash

export const noteBuiltFrom = (dist: string, hash: string): void =>
  writeFileSync(join(dist, stamp), hash)
