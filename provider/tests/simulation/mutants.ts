import { purposeOf, type Request } from '../../../tests/model/uploads.ts'
import type { Parameter } from '../../src/database/port.ts'
import type { Answered } from './host.ts'

type Row = Record<string, unknown>
type Ask = (sql: string, parameters?: readonly Parameter[]) => Promise<Row[]>

/**
 * How a provider can be wrong, wherever that is written: in what it does to its database, or in
 * what it answers.
 */
export interface Worse {
  ask?(real: Ask): Ask
  answer?(answered: Answered, request: Request): Answered
}

/** What could be wrong with the provider, and the rule that must notice. */
interface Mutant extends Worse {
  name: string
  breaks: RegExp
}

/** It reads such rows otherwise. */
const misreads = (
  of: RegExp,
  change: (row: Row, real: Ask, parameters: readonly Parameter[]) => Row | Promise<Row>,
) => ({
  ask:
    (real: Ask): Ask =>
    async (sql, parameters = []) => {
      const rows = await real(sql, parameters)
      return of.test(sql)
        ? Promise.all(rows.map(async row => ({ ...row, ...(await change(row, real, parameters)) })))
        : rows
    },
})

/** It does something else in the place of such a statement, or before it. */
const instead = (of: RegExp, work: (real: Ask, sql: string, parameters: readonly Parameter[]) => Promise<Row[]>) => ({
  ask:
    (real: Ask): Ask =>
    (sql, parameters = []) =>
      of.test(sql) ? work(real, sql, parameters) : real(sql, parameters),
})

export const mutants: readonly Mutant[] = [
  {
    name: 'an outage counts as stored',
    answer: (answered, request) => {
      const isPhotograph = /files|uploads/.test(request.url) && ['whole', 'lastPart'].includes(purposeOf(request))
      if (!isPhotograph || answered.code !== 503) return answered
      return { code: 200, text: '{"status":1,"msg":"Oui."}', headers: new Headers({ 'Upload-Complete': '?1' }) }
    },
    breaks: /^\(15\).*is gone|^\(17\)/,
  },
  {
    name: 'a photograph that is replaced is not kept',
    ...instead(/INSERT INTO document_versions/, async () => []),
    breaks: /^\(15\).*is gone/,
  },
  {
    name: 'a photograph that has waited replaces a newer one',
    ...misreads(/came_at.* FROM documents/s, () => ({ cameAt: null })),
    breaks: /^\(1\)|^\(17\)/,
  },
  {
    name: 'answers that have waited replace newer ones',
    ...misreads(/came_at.* FROM enrolments/s, () => ({ came_at: null })),
    breaks: /^\(17\)/,
  },
  {
    name: 'a confirmed student may save another number',
    ...misreads(/digest.* FROM enrolments .*FOR UPDATE/s, () => ({ confirmed_at: null })),
    breaks: /^\(16\)/,
  },
  {
    name: 'a second code ends the first',
    ...instead(/INSERT INTO codes/, async (real, sql, parameters) => {
      await real('DELETE FROM codes WHERE matricule = $1 AND used_at IS NULL', parameters.slice(0, 1))
      return real(sql, parameters)
    }),
    breaks: /^\(18\)/,
  },
  {
    name: 'a code confirms a number that it was not sent to',
    ...misreads(/hash, phone.* FROM codes/s, async (_, real, [matricule = '']) => {
      const [saved] = await real('SELECT phone FROM enrolments WHERE matricule = $1', [matricule])
      return { phone: saved?.phone }
    }),
    breaks: /^\(16\)/,
  },
]
