import { expect, test } from 'vitest'
import { judgeAudit } from '../../../deploy/audit-report.ts'

const hole = (name: string, severity: string, fixAvailable: unknown, via: unknown[] = ['sharp']) => ({
  [name]: { name, severity, range: '<1.2.3', via, fixAvailable, isDirect: true, effects: [], nodes: [] },
})
const told = (...holes: object[]) => judgeAudit(JSON.stringify({ vulnerabilities: Object.assign({}, ...holes) }))

test('an audit that finds nothing grave is well, whatever else it finds', () => {
  expect(told()).toMatchObject({ ok: true })
  expect(told(hole('hono', 'moderate', true))).toMatchObject({ ok: true })
})

test('a grave hole is named with its page and what to type', () => {
  const advisory = { title: 'Traversal', url: 'https://github.com/advisories/GHSA-1', severity: 'high' }
  const { ok, lines } = told(
    hole('hono', 'high', true, [advisory]),
    hole('pg', 'critical', { name: 'pg', version: '9.0.0', isSemVerMajor: true }),
    hole('sharp', 'high', { name: 'sharp', version: '0.35.6', isSemVerMajor: false }),
    hole('pdf-lib', 'high', false),
  )
  expect([ok, lines]).toEqual([
    false,
    [
      'high: hono <1.2.3: Traversal (https://github.com/advisories/GHSA-1)',
      '  npm update hono',
      'critical: pg <1.2.3: through sharp',
      '  npm install pg@9.0.0, a new major version: read what it changes',
      'high: sharp <1.2.3: through sharp',
      '  npm install sharp@0.35.6',
      'high: pdf-lib <1.2.3: through sharp',
      '  No version of pdf-lib fixes it yet: read the page, and decide whether the portal does what it hits.',
      'After each: npm test, and then build and deploy as provider/docs/deploy.md says.',
    ],
  ])
})

test('a registry that does not answer is no clean bill', () => {
  for (const said of ['', 'nothing', '{"message":"405 Method Not Allowed","statusCode":405}'])
    expect(judgeAudit(said)).toMatchObject({
      ok: false,
      lines: [expect.stringContaining('could not be asked'), expect.anything()],
    })
})
