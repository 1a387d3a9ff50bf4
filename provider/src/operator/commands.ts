import * as v from 'valibot'
import { documentTypes } from '../../../src/spec/documents.ts'
import { listFiles } from '../documents/documents.ts'
import { readAudit } from '../monitoring/audit.ts'
import { listSms, spacedPhone } from '../sms/sms-outbox.ts'
import {
  changeWindow,
  closedMessage,
  endOfSeason,
  formatDateHeure,
  openMessage,
  parseDateHeure,
  soonMessage,
} from '../window/enrolment-window.ts'
import type { Provider } from '../window/provider.ts'
import { decideOn } from './decisions.ts'
import { exportDossier, review } from './departures.ts'
import { putBackFor, showVersions } from './earlier-photographs.ts'
import { letThrough, showHeld } from './held.ts'
import { importStudents } from './import.ts'
import { makeReceiptKey, showReceiptKeys, signWith } from './keys.ts'
import { auditLine, fileLine } from './lines.ts'
import type { Operator } from './operator.ts'
import { tellWho } from './pseudonyms.ts'
import { fail, type Report, say } from './report.ts'
import { showStatistics, showWaiting } from './statistics.ts'

const digestSigns = '--photo needs the first 8 signs of the digest, as the review page shows them.'
const digest = v.pipe(v.string(), v.regex(/^[0-9a-f]{8,64}$/, digestSigns))
const photo = v.optional(digest)

const most = v.pipe(
  v.number('--most needs a number.'),
  v.integer(),
  v.minValue(1, '--most must be 1 at least.'),
)

/** What the command line asks for. */
export const Command = v.variant('name', [
  v.object({ name: v.literal('import'), text: v.string() }),
  v.object({
    name: v.literal('window'),
    state: v.picklist(['open', 'close', 'soon']),
    until: v.optional(v.string()),
    message: v.optional(v.pipe(v.string(), v.maxLength(500))),
  }),
  v.object({
    name: v.literal('accept'),
    matricule: v.string(),
    type: v.picklist(documentTypes),
    photo,
  }),
  v.object({
    name: v.literal('reject'),
    matricule: v.string(),
    type: v.picklist(documentTypes),
    message: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(500)),
    photo,
  }),
  v.object({
    name: v.literal('put-back'),
    matricule: v.string(),
    type: v.picklist(documentTypes),
    photo: v.optional(digest, ''),
  }),
  v.object({
    name: v.literal('versions'),
    matricule: v.string(),
    type: v.optional(v.picklist(documentTypes)),
  }),
  v.object({ name: v.literal('files'), matricule: v.optional(v.string()) }),
  v.object({ name: v.literal('waiting'), most: v.optional(most, 50) }),
  v.object({
    name: v.literal('review'),
    matricule: v.optional(v.string()),
    most: v.optional(most, 100),
  }),
  v.object({ name: v.literal('export'), matricule: v.string() }),
  v.object({ name: v.literal('stats'), day: v.optional(v.string()) }),
  v.object({ name: v.literal('audit'), matricule: v.optional(v.string()) }),
  v.object({
    name: v.literal('who'),
    pseudonym: v.pipe(
      v.string(),
      v.regex(/^[0-9a-f]{12}$/, 'A pseudonym has 12 signs, as "target" in the log.'),
    ),
  }),
  v.object({ name: v.literal('held') }),
  v.object({
    name: v.literal('allow-phone'),
    matricule: v.string(),
    phone: v.optional(v.string()),
  }),
  v.object({ name: v.literal('receipt-keys') }),
  v.object({ name: v.literal('new-receipt-key') }),
  v.object({ name: v.literal('use-receipt-key'), kid: v.string() }),
  v.object({ name: v.literal('sms') }),
])
export type Command = v.InferOutput<typeof Command>

export async function perform(
  provider: Provider,
  command: Command,
  operator: Operator,
): Promise<Report> {
  switch (command.name) {
    case 'import':
      return importStudents(provider, command.text, operator)
    case 'window':
      return setWindow(provider, command, operator)
    case 'accept':
      return decideOn(provider, {
        ...command,
        state: 'validated',
        message: null,
        by: operator.name,
      })
    case 'reject':
      return decideOn(provider, { ...command, state: 'rejected', by: operator.name })
    case 'put-back':
      return putBackFor(provider, { ...command, by: operator.name })
    case 'versions':
      return showVersions(provider, command)
    case 'files':
      return showFiles(provider, command.matricule, operator)
    case 'waiting':
      return showWaiting(provider, command.most)
    case 'review':
      return review(provider, command, operator)
    case 'export':
      return exportDossier(provider, command.matricule, operator)
    case 'stats':
      return showStatistics(provider, command.day)
    case 'audit':
      return showAudit(provider, command.matricule, operator)
    case 'who':
      return tellWho(provider, command.pseudonym, operator)
    case 'held':
      return showHeld(provider)
    case 'allow-phone':
      return letThrough(provider, command, operator)
    case 'receipt-keys':
      return showReceiptKeys(provider)
    case 'new-receipt-key':
      return makeReceiptKey(provider, operator)
    case 'use-receipt-key':
      return signWith(provider, command.kid, operator)
    case 'sms': {
      if (!provider.showCodes)
        return fail('Codes are shown only where they are asked for by name: SHOW_CODES=yes.')
      const messages = await listSms(provider)
      if (messages.length === 0) return say('No SMS was sent yet.')
      return say(...messages.map(({ at, phone, text }) => `${at}  ${spacedPhone(phone)}  ${text}`))
    }
  }
}

const statuts = { close: 0, open: 1, soon: 2 } as const
const messages = { close: closedMessage, open: openMessage, soon: soonMessage }

async function setWindow(
  provider: Provider,
  { state, until, message = messages[state] }: Command & { name: 'window' },
  { name }: Operator,
): Promise<Report> {
  const now = provider.now()
  const week = new Date(now.getTime() + 7 * 86_400_000)
  const dateHeure =
    until === undefined ? (state === 'soon' ? week : endOfSeason(now)) : parseDateHeure(until)
  if (!dateHeure)
    return fail(
      `--until must be a date like '2026-12-31 23:59:59' (Bamako time), not '${until ?? ''}'.`,
    )
  await changeWindow(provider, { statut: statuts[state], message, dateHeure }, name)
  provider.kept.window.forget()
  return say(
    `Window: ${state} (statut ${statuts[state]}), date ${formatDateHeure(dateHeure)}, message "${message}".`,
  )
}

async function showFiles(
  { database }: Provider,
  matricule: string | undefined,
  operator: Operator,
): Promise<Report> {
  let found = false
  for await (const files of listFiles(database, matricule)) {
    found = true
    await operator.show(files.map(fileLine))
  }
  if (found) return say()
  return say(matricule ? `${matricule} has no file.` : 'No student has enrolled yet.')
}

async function showAudit(
  { database }: Provider,
  matricule: string | undefined,
  operator: Operator,
): Promise<Report> {
  let found = false
  for await (const entries of readAudit(database, matricule)) {
    found = true
    await operator.show(entries.map(auditLine))
  }
  return found
    ? say()
    : say(
        matricule ? `Nobody has done anything about ${matricule} yet.` : 'The audit is empty yet.',
      )
}
