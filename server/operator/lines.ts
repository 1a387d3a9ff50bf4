import type { AuditEntry } from '../audit.ts'
import type { FileLine } from '../documents.ts'
import { formatDateHeure } from '../enrolment-window.ts'
import { spacedPhone } from '../sms-outbox.ts'

/** As much of a photograph's digest as an operator has to copy. */
export const shortDigest = (digest: string): string => digest.slice(0, 8)

export function fileLine(file: FileLine): string {
  const student = `${file.matricule}  ${file.nom} ${file.prenom}  ${spacedPhone(file.phone)}`
  if (file.type === null) return `${student}  ${file.confirmed ? 'no document yet' : 'code not confirmed'}`
  const size = `${Math.ceil((file.bytes ?? 0) / 1024)} KB`
  const photo = `photo ${shortDigest(file.digest ?? '')}`
  return `${student}  ${file.type}  ${file.state ?? ''}  ${size}  ${photo}${file.message ? `  "${file.message}"` : ''}`
}

export function auditLine({ at, who, action, matricule, type, photo, before, after, message }: AuditEntry): string {
  const about = [matricule, type, photo && `photo ${shortDigest(photo)}`].filter(Boolean).join(' ')
  const change = before ? `${before} → ${after ?? ''}` : (after ?? '')
  const parts = [formatDateHeure(at), who, action, about, change, message && `"${message}"`]
  return parts.filter(Boolean).join('  ')
}
