import type { Fault } from '../model/bundle.ts'

/** What could be wrong with the provider, and the rule that must notice. */
export interface Mutant extends Fault {
  name: string
  breaks: RegExp
}

export const mutants: readonly Mutant[] = [
  {
    name: 'an outage counts as stored',
    file: 'server/calls/documents.ts',
    find: 'await storeDocument(provider, { matricule, type, photograph, correction, mayReplace: mayCorrect })',
    write:
      "await storeDocument(provider, { matricule, type, photograph, correction, mayReplace: mayCorrect }).catch(() => 'stored')",
    breaks: /^\(15\).*is gone/,
  },
  {
    name: 'a photograph that is replaced is not kept',
    file: 'server/documents.ts',
    find: 'if (!isSame) await keepVersion(queries, matricule, type, now)',
    write: '',
    breaks: /^\(15\).*is gone/,
  },
  {
    name: 'the code of the number before confirms another one',
    file: 'server/enrolments.ts',
    find: 'digest = $4, code_hash = $5, code_sent_at = $6,',
    write: 'digest = $4, code_sent_at = $6,',
    breaks: /^\(16\)/,
  },
  {
    name: 'a confirmed student may save another number',
    file: 'server/enrolments.ts',
    find: "if (before?.confirmed_at && before.phone !== phone) return { kind: 'otherPhone' }",
    write: '',
    breaks: /^\(16\)/,
  },
  {
    name: 'a code of a clock that was ahead counts as just sent',
    file: 'server/enrolments.ts',
    find: 'ageMs(before.code_sent_at, now) < sameCodeWindowMs',
    write: 'now.getTime() - before.code_sent_at.getTime() < sameCodeWindowMs',
    breaks: /^\(4\)/,
  },
  {
    name: 'an answer that passes is replayed for good',
    file: 'server/web/completion.ts',
    find: 'if (passes(answer)) await markCompleted(database, upload, false)\n    else if',
    write: 'if',
    breaks: /^\(4\)|^\(1[234]\)|over and over/,
  },
  {
    name: 'a file is finished outside of what was committed',
    file: 'server/calls/enrolment.ts',
    find: 'await markFinished(database, matricule, now())',
    write: 'await markFinished(database, matricule, now()).catch(() => undefined)',
    breaks: /^\(15\).*finished/,
  },
]
