import type { FileLine } from '../documents/documents.ts'
import type { Version } from '../documents/versions.ts'
import type { Waiting, WaitingFile } from '../documents/waiting-files.ts'
import type { AuditEntry } from '../monitoring/audit.ts'
import { spacedPhone } from '../sms/sms-outbox.ts'
import { fullName } from '../students/names.ts'
import { formatDateHeure } from '../window/enrolment-window.ts'

/** As much of a photograph's digest as an operator must copy. */
export const shortDigest = (digest: string): string => digest.slice(0, 8)

export function fileLine(file: FileLine): string {
  const student = `${file.matricule}  ${fullName(file)}  ${spacedPhone(file.phone)}`
  if (file.type === null)
    return `${student}  ${file.confirmed ? 'no document yet' : 'code not confirmed'}`
  const size = `${Math.ceil((file.bytes ?? 0) / 1024)} KB`
  const photo = `photo ${shortDigest(file.digest ?? '')}`
  return `${student}  ${file.type}  ${file.state ?? ''}  ${size}  ${photo}${file.message ? `  "${file.message}"` : ''}`
}

export function versionLine({
  type,
  state,
  message,
  bytes,
  digest,
  receivedAt,
  replacedAt,
}: Version): string {
  const times = `came ${formatDateHeure(receivedAt)}, replaced ${formatDateHeure(replacedAt)}`
  const judged = `${state}${message ? ` "${message}"` : ''}`
  return `${type}  photo ${shortDigest(digest)}  ${Math.ceil(bytes / 1024)} KB  ${times}  ${judged}`
}

export function auditLine({
  at,
  who,
  action,
  matricule,
  type,
  photo,
  before,
  after,
  message,
}: AuditEntry): string {
  const about = [matricule, type, photo && `photo ${shortDigest(photo)}`].filter(Boolean).join(' ')
  const change = before ? `${before} → ${after ?? ''}` : (after ?? '')
  const parts = [formatDateHeure(at), who, action, about, change, message && `"${message}"`]
  return parts.filter(Boolean).join('  ')
}

export function waitingLine(
  { matricule, nom, prenom, phone, documents, since }: WaitingFile,
  now: Date,
): string {
  const student = `${matricule}  ${fullName({ nom, prenom })}  ${spacedPhone(phone)}`
  return `${formatDateHeure(since)}  ${student}  ${count(documents, 'document')} to judge, waiting for ${age(since, now)}`
}

export function waitingSummary(
  { files, documents, oldest, incomplete }: Waiting,
  now: Date,
): string {
  const waits = `waiting now: ${count(files, 'file')} with ${count(documents, 'document')} to judge`
  const since = oldest ? `, the oldest for ${age(oldest, now)}` : ''
  return `${waits}${since}; ${count(incomplete, 'more file')} whose student still has to send something`
}

export const count = (number: number, what: string): string =>
  `${number} ${what}${number === 1 ? '' : 's'}`

/** Rounded as a person would say it: days and hours, hours, or minutes. */
export function age(since: Date, now: Date): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - since.getTime()) / 60_000))
  const hours = Math.floor(minutes / 60)
  if (hours >= 24) return `${count(Math.floor(hours / 24), 'day')} ${count(hours % 24, 'hour')}`
  return hours > 0 ? count(hours, 'hour') : count(minutes, 'minute')
}
