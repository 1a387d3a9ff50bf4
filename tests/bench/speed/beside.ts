import { execFileSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildEnvironment } from '../../e2e/setup/builds.ts'
import { output, portalEnv, root } from './builds.ts'

/**
 * Builds another commit with the packages of its own lock file, to be measured in the same run.
 * @throws Error where git does not have it, or it does not build
 */
export function buildBeside(commit: string): string {
  const tree = join(output, `tree-${commit}`)
  const dir = join(output, `beside-${commit}`)
  if (existsSync(dir)) return dir
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  rmSync(tree, { recursive: true, force: true })
  git('worktree', 'prune')
  git('worktree', 'add', '--detach', '--force', tree, commit)
  try {
    execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: tree, stdio: ['ignore', 'ignore', 'inherit'] })
    execFileSync('npx', ['vite', 'build', '--outDir', dir, '--emptyOutDir', '--logLevel', 'error'], {
      cwd: tree,
      env: buildEnvironment({ dir, env: portalEnv }),
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  } finally {
    git('worktree', 'remove', '--force', tree)
  }
  return dir
}
