import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { westernDigits } from '../../../src/spec/digits.ts'
import { documentTypes } from '../../../src/spec/documents.ts'
import { Command } from './commands.ts'

export const help = `Usage: npm run provider -- <command>

  import FILE.csv                       add or correct students; columns matricule,nom,prenom,anneeBac,numPlace,serie,ae
                                        and, where it is known, numAttest
  window open|close|soon                set the enrolment window
      --until 'YYYY-MM-DD HH:MM:SS'     its date, in Bamako time
      --message 'TEXT'                  what the students read, in French
  accept MATRICULE TYPE                 validate a document
  reject MATRICULE TYPE 'MESSAGE'       refuse a document; the student reads the message
      --photo DIGEST                    only this photograph, and none that came since (the first 8 signs are enough)
  versions MATRICULE [TYPE]             the photographs that others have replaced
  put-back MATRICULE TYPE               an earlier photograph takes the place of the one that is there, and is judged anew
      --photo DIGEST                    which one, as versions shows it
  waiting                               the files that wait for a decision, oldest first
      --most NUMBER                     how many of them are listed (50)
  review DIR [MATRICULE]                pages to judge photographs on, of the files that have waited longest, or of one
      --most NUMBER                     of how many files (100)
  export MATRICULE DIR                  all that is known of a student: photographs as they came, the rest as JSON
  files [MATRICULE]                     what was sent, and its state
  stats                                 sums of today, and what waits
      --day YYYY-MM-DD                  of another day
  held                                  who gave a phone that three students have already, and whose it is
  allow-phone MATRICULE [PHONE]         let one of them enrol with it
  audit [MATRICULE]                     who did what: decisions, put-backs, changes of the window, imports, exports, reviews
  who PSEUDONYM                         the student whom the log calls so ("target"); the audit keeps that you asked
  receipt-keys                          the public keys of receipts, as the portal's build takes them
  new-receipt-key                       publish the next one, which signs nothing yet
  use-receipt-key KID                   sign with it
  sms                                   the codes that were sent, where SHOW_CODES=yes
  help                                  this text

TYPE is one of ${documentTypes.join(', ')}.
DIR is made, for this account alone; nothing that lies there is written over.
--as NAME goes with every command: the audit then names you so, and else by your account on this machine.
DATABASE_URL or DATA_DIR chooses the data, as for npm start. Commands work beside a running server.`

export class UsageError extends Error {}

export type Request = { help: true } | ({ as?: string } & Asked)

type Asked =
  /** `folder` is where the command writes the files that it gets. */
  { command: Command; folder?: string } | { importFile: string }

const options = {
  until: { type: 'string' },
  message: { type: 'string' },
  photo: { type: 'string' },
  most: { type: 'string' },
  day: { type: 'string' },
  as: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

interface Form {
  /** Arguments after the command's name, in this order; those in brackets are optional. */
  takes: readonly string[]
  options?: readonly (keyof typeof options)[]
}

const forms: Record<string, Form> = {
  import: { takes: ['list'] },
  window: { takes: ['state'], options: ['until', 'message'] },
  accept: { takes: ['matricule', 'type'], options: ['photo'] },
  reject: { takes: ['matricule', 'type', 'message'], options: ['photo'] },
  versions: { takes: ['matricule', '[type]'] },
  'put-back': { takes: ['matricule', 'type'], options: ['photo'] },
  waiting: { takes: [], options: ['most'] },
  review: { takes: ['folder', '[matricule]'], options: ['most'] },
  export: { takes: ['matricule', 'folder'] },
  files: { takes: ['[matricule]'] },
  stats: { takes: [], options: ['day'] },
  held: { takes: [] },
  'allow-phone': { takes: ['matricule', '[phone]'] },
  audit: { takes: ['[matricule]'] },
  who: { takes: ['pseudonym'] },
  'receipt-keys': { takes: [] },
  'new-receipt-key': { takes: [] },
  'use-receipt-key': { takes: ['kid'] },
  sms: { takes: [] },
}

const As = v.optional(
  v.pipe(v.string(), v.trim(), v.regex(/^[^\p{C}]{1,80}$/u, '--as needs a name.')),
)

/** Parses what the operator typed; anything unclear is refused with a sentence that helps. */
export function parseCommandLine(argv: readonly string[]): Request {
  const { positionals, values } = read(argv)
  const { as: who, help: asksHelp, ...others } = values
  const [name = 'help', ...rest] = positionals
  if (name === 'help' || asksHelp) return { help: true }
  const form = Object.hasOwn(forms, name) ? forms[name] : undefined
  if (!form) throw new UsageError(`There is no command "${name}".\n\n${help}`)
  for (const option of Object.keys(others))
    if (!form.options?.some(one => one === option))
      throw new UsageError(`"${name}" has no --${option}.\n\n${help}`)
  const { folder, ...fields } = withDigits(named(name, form, rest))
  const as = judge(As, who)
  const by = as === undefined ? {} : { as }
  if (name === 'import') return { ...by, importFile: fields.list ?? '' }
  const { most, ...texts } = withDigits(others)
  const numbers = most === undefined ? {} : { most: Number(most) }
  const command = judge(Command, { name, ...fields, ...texts, ...numbers })
  return { ...by, command, ...(folder !== undefined && { folder }) }
}

/** What students read, and where files lie. */
const asTyped = ['message', 'folder', 'list', 'kid']

/** Numbers with digits of any keyboard. */
const withDigits = (typed: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(typed).map(([name, text]) => [
      name,
      asTyped.includes(name) ? text : westernDigits(text),
    ]),
  )

function named(name: string, { takes }: Form, given: readonly string[]): Record<string, string> {
  const least = takes.filter(one => !one.startsWith('[')).length
  if (given.length < least || given.length > takes.length)
    throw new UsageError(`"${name}" needs other arguments.\n\n${help}`)
  return Object.fromEntries(
    given.map((text, index) => [(takes[index] ?? '').replace(/[[\]]/g, ''), text]),
  )
}

function judge<Output>(schema: v.GenericSchema<unknown, Output>, input: unknown): Output {
  const parsed = v.safeParse(schema, input)
  if (!parsed.success) throw new UsageError(`${parsed.issues[0].message}\n\n${help}`)
  return parsed.output
}

function read(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], allowPositionals: true, options })
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n\n${help}`)
  }
}
