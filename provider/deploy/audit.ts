import { spawnSync } from 'node:child_process'
import { judgeAudit } from './audit-report.ts'

/** `npm run audit`: npm's known vulnerabilities of the production dependencies, with what to do about each. */
const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { encoding: 'utf8' })
const { ok, lines } = judgeAudit(stdout)
for (const line of lines) (ok ? console.log : console.error)(line)
process.exitCode = ok ? 0 : 1
