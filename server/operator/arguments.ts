import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { documentTypes } from '../../src/rules/documents.ts'
import { Command } from './commands.ts'

export const help = `Usage: npm run provider -- <command>

  import FILE.csv                       add or correct students; columns matricule,nom,prenom,anneeBac,numPlace,serie,ae
  window open|close|soon                set the enrolment window
      --until 'YYYY-MM-DD HH:MM:SS'     its date, in Bamako time
      --message 'TEXT'                  what the students read, in French
  accept MATRICULE TYPE                 validate a document
  reject MATRICULE TYPE 'MESSAGE'       refuse a document; the student reads the message
  files [MATRICULE]                     what was sent, and its state
  sms                                   the codes that were sent
  help                                  this text

TYPE is one of ${documentTypes.join(', ')}.
DATA_DIR and DATABASE_URL choose the data, as for npm start. A running server is asked to do the work.`

export class UsageError extends Error {}

export type Request = { help: true } | { command: Command } | { importFile: string }

/** What the operator typed; anything unclear is refused with the sentence that helps. */
export function parseCommandLine(argv: readonly string[]): Request {
  const { positionals, values } = read(argv)
  const [name = 'help', ...rest] = positionals
  if (name === 'help' || values.help) return { help: true }
  const expected: Record<string, [least: number, most: number]> = {
    import: [1, 1],
    window: [1, 1],
    accept: [2, 2],
    reject: [3, 3],
    files: [0, 1],
    sms: [0, 0],
  }
  const counts = expected[name]
  if (!counts) throw new UsageError(`There is no command "${name}".\n\n${help}`)
  if (rest.length < counts[0] || rest.length > counts[1])
    throw new UsageError(`"${name}" needs other arguments.\n\n${help}`)

  const [first = '', second, third] = rest
  if (name === 'import') return { importFile: first }
  const fields =
    name === 'window'
      ? { state: first, ...values }
      : name === 'files'
        ? { ...(rest.length > 0 && { matricule: first }) }
        : { matricule: first, type: second, message: third }
  const parsed = v.safeParse(Command, { name, ...fields })
  if (!parsed.success) throw new UsageError(`${parsed.issues[0].message}\n\n${help}`)
  return { command: parsed.output }
}

function read(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: { until: { type: 'string' }, message: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    })
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n\n${help}`)
  }
}
