import { type ExecFileSyncOptions, execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { ensureServer } from '../../../provider/tests/setup/built.ts'
import { buildEnvironment, ensureBuild } from '../../e2e/setup/builds.ts'

export const root = join(import.meta.dirname, '..', '..', '..')
export const output = join(root, 'tests', '.output', 'bench-speed')
export const portalEnv = { VITE_WIZARD: 'complete' }

/** The folders that are served: the portal as delivered, and its drawn pages without scripts. */
export function buildSites(): { portal: string; page: string } {
  const [portal, page] = [join(output, 'portal'), join(output, 'page')]
  ensureBuild({ dir: portal, env: portalEnv }, true)
  ensureServer()
  layStaticPages(portal, page)
  return { portal, page }
}

const quiet: ExecFileSyncOptions = { stdio: ['ignore', 'ignore', 'inherit'] }

/**
 * Builds another commit with the packages of its own lock file, to be measured in the same run.
 * @throws Error where git does not have it, or it does not build
 */
export function buildBeside(commit: string): string {
  if (!/^[\da-f]{7,40}$/.test(commit)) throw new Error('--beside takes a commit.')
  const [tree, dir] = [join(output, `tree-${commit}`), join(output, `beside-${commit}`)]
  if (existsSync(dir)) return dir
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, ...quiet })
  rmSync(tree, { recursive: true, force: true })
  git('worktree', 'prune')
  git('worktree', 'add', '--detach', '--force', tree, commit)
  try {
    execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: tree, ...quiet })
    const env = buildEnvironment({ dir, env: portalEnv }, tree)
    const args = ['vite', 'build', '--outDir', dir, '--emptyOutDir', '--logLevel', 'error']
    execFileSync('npx', args, { cwd: tree, env, ...quiet })
  } finally {
    git('worktree', 'remove', '--force', tree)
  }
  return dir
}

export const brotli = (file: string): Buffer => brotliCompressSync(readFileSync(file))

/** Without what runs, fetches what runs, or says what may; links, text and style stay. */
const withoutScripts = (html: string): string =>
  html
    .replace(/<script\b[^>]*>[\s\S]*?<\/script>/gi, '')
    .replace(/<link\b[^>]*\brel="?(?:modulepreload|manifest|prefetch|preload)\b[^>]*>/gi, '')
    .replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/gi, '')
    .replace(/<noscript\b[^>]*>|<\/noscript>/gi, '')

/** What no page of that text can be faster than: the drawn pages, each with its brotli beside it as the build lays it. */
function layStaticPages(portal: string, folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const name of readdirSync(portal, { recursive: true, encoding: 'utf8' })) {
    const file = join(folder, name)
    if (/\.(?:svg|png|ico|css|css\.br)$/.test(name)) cpSync(join(portal, name), file)
    if (!name.endsWith('.html')) continue
    writeFileSync(file, withoutScripts(readFileSync(join(portal, name), 'utf8')))
    writeFileSync(`${file}.br`, brotli(file))
  }
}
