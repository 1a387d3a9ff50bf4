import * as v from 'valibot'
import { documentTypes } from '../../src/rules/documents.ts'
import { decide, listFiles } from '../documents.ts'
import {
  closedMessage,
  endOfSeason,
  formatDateHeure,
  openMessage,
  parseDateHeure,
  soonMessage,
  writeWindow,
} from '../enrolment-window.ts'
import type { Provider } from '../provider.ts'
import { listSms, spacedPhone } from '../sms-outbox.ts'
import { importStudents } from './import.ts'
import type { Report } from './report.ts'

/** What travels from the command line to whoever holds the database. */
export const Command = v.variant('name', [
  v.object({ name: v.literal('import'), text: v.string() }),
  v.object({
    name: v.literal('window'),
    state: v.picklist(['open', 'close', 'soon']),
    until: v.optional(v.string()),
    message: v.optional(v.pipe(v.string(), v.maxLength(500))),
  }),
  v.object({ name: v.literal('accept'), matricule: v.string(), type: v.picklist(documentTypes) }),
  v.object({
    name: v.literal('reject'),
    matricule: v.string(),
    type: v.picklist(documentTypes),
    message: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(500)),
  }),
  v.object({ name: v.literal('files'), matricule: v.optional(v.string()) }),
  v.object({ name: v.literal('sms') }),
])
export type Command = v.InferOutput<typeof Command>

const say = (...lines: string[]): Report => ({ done: true, lines })
const fail = (...lines: string[]): Report => ({ done: false, lines })

export async function perform(provider: Provider, command: Command): Promise<Report> {
  switch (command.name) {
    case 'import':
      return importStudents(provider, command.text)
    case 'window':
      return setWindow(provider, command)
    case 'accept':
      return decideOn(provider, { ...command, state: 'validated', message: null })
    case 'reject':
      return decideOn(provider, { ...command, state: 'rejected' })
    case 'files':
      return showFiles(provider, command.matricule)
    case 'sms': {
      const messages = await listSms(provider)
      if (messages.length === 0) return say('No SMS was sent yet.')
      return say(...messages.map(({ at, phone, text }) => `${at}  ${spacedPhone(phone)}  ${text}`))
    }
  }
}

const statuts = { close: 0, open: 1, soon: 2 } as const
const messages = { close: closedMessage, open: openMessage, soon: soonMessage }

async function setWindow(provider: Provider, { state, until, message }: Command & { name: 'window' }): Promise<Report> {
  const now = provider.now()
  const week = new Date(now.getTime() + 7 * 86_400_000)
  const dateHeure = until === undefined ? (state === 'soon' ? week : endOfSeason(now)) : parseDateHeure(until)
  if (!dateHeure) return fail(`--until must be a date like '2026-12-31 23:59:59' (Bamako time), not '${until ?? ''}'.`)
  await writeWindow(provider.database, { statut: statuts[state], message: message ?? messages[state], dateHeure })
  return say(
    `Window: ${state} (statut ${statuts[state]}), date ${formatDateHeure(dateHeure)}, message "${message ?? messages[state]}".`,
  )
}

async function decideOn(provider: Provider, decision: Parameters<typeof decide>[1]): Promise<Report> {
  const { matricule, type, state } = decision
  if (await decide(provider, decision)) return say(`${matricule} ${type}: ${state}.`)
  return fail(`${matricule} has sent no ${type}. See what was sent with: npm run provider -- files ${matricule}`)
}

async function showFiles({ database }: Provider, matricule: string | undefined): Promise<Report> {
  const files = await listFiles(database, matricule)
  if (files.length === 0) return say(matricule ? `${matricule} has no file.` : 'No student has enrolled yet.')
  const lines = files.map(file => {
    const student = `${file.matricule}  ${file.nom} ${file.prenom}  ${spacedPhone(file.phone)}`
    if (file.type === null) return `${student}  ${file.confirmed ? 'no document yet' : 'code not confirmed'}`
    const size = `${Math.ceil((file.bytes ?? 0) / 1024)} KB`
    return `${student}  ${file.type}  ${file.state ?? ''}  ${size}${file.message ? `  "${file.message}"` : ''}`
  })
  return say(...lines)
}
