import type { Fault } from '../../../tests/model/bundle.ts'

/** What could be wrong with the provider, and the rule that must notice. */
export interface Mutant extends Fault {
  name: string
  breaks: RegExp
}

export const mutants: readonly Mutant[] = [
  {
    name: 'an outage counts as stored',
    file: 'provider/src/web/calls/documents.ts',
    find: 'came,\n  })',
    write: "came,\n  }).catch(() => 'stored')",
    breaks: /^\(15\).*is gone|^\(17\)/,
  },
  {
    name: 'a photograph that is replaced is not kept',
    file: 'provider/src/documents/documents.ts',
    find: 'if (!isSame) await keepVersion(queries, matricule, type, now)',
    write: '',
    breaks: /^\(15\).*is gone/,
  },
  {
    name: 'a photograph that has waited replaces a newer one',
    file: 'provider/src/documents/documents.ts',
    find: 'const isOvertaken = cameBetween(kept.cameAt, came, now)',
    write: 'const isOvertaken = false',
    breaks: /^\(1\)|^\(17\)/,
  },
  {
    name: 'answers that have waited replace newer ones',
    file: 'provider/src/enrolments/enrolments.ts',
    find: "if (isOvertaken) return { kind: 'overtaken' }",
    write: '',
    breaks: /^\(17\)/,
  },
  {
    name: 'a confirmed student may save another number',
    file: 'provider/src/enrolments/enrolments.ts',
    find: "if (before?.confirmed_at && before.phone !== phone) return { kind: 'otherPhone' }",
    write: '',
    breaks: /^\(16\)/,
  },
  {
    name: 'a second code ends the first',
    file: 'provider/src/codes/codes.ts',
    find: '  for (;;) {\n',
    write:
      "  await queries.query('DELETE FROM codes WHERE matricule = $1 AND used_at IS NULL', [matricule])\n  for (;;) {\n",
    breaks: /^\(18\)/,
  },
  {
    name: 'a code confirms a number that it was not sent to',
    file: 'provider/src/enrolments/confirmation.ts',
    find: 'sent?.phone === saved.phone && sent.usedAt === null',
    write: 'sent?.usedAt === null',
    breaks: /^\(16\)/,
  },
]
