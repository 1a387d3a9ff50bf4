import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { judgeAudit } from './audit-report.ts'

/**
 * `npm run audit -w provider`: npm's known vulnerabilities of the production dependencies, with
 * what to do about each.
 */
const cwd = join(import.meta.dirname, '..', '..')
const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { cwd, encoding: 'utf8' })
const { ok, lines } = judgeAudit(stdout)
for (const line of lines) (ok ? console.log : console.error)(line)
process.exitCode = ok ? 0 : 1
