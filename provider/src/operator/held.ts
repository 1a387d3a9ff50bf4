import { allowPhone, listHeld } from '../enrolments/shared-phones.ts'
import { recordAudit } from '../monitoring/audit.ts'
import { spacedPhone } from '../sms/sms-outbox.ts'
import { fullName } from '../students/names.ts'
import { formatDateHeure } from '../window/enrolment-window.ts'
import type { Provider } from '../window/provider.ts'
import type { Operator } from './operator.ts'
import { fail, type Report, say } from './report.ts'

export async function showHeld({ database }: Provider): Promise<Report> {
  const held = await listHeld(database)
  if (held.length === 0) return say('Nobody is held.')
  return say(
    ...held.map(({ at, matricule, nom, prenom, phone, why, others }) => {
      const student = `${matricule}  ${fullName({ nom, prenom })}  ${spacedPhone(phone)}`
      return `${formatDateHeure(at)}  ${student}  ${why}: ${others || 'they have another one by now'}`
    }),
    'If they really share the phone: npm run provider -- allow-phone MATRICULE',
  )
}

/** Allows this student with this phone, and no other pair. */
export async function letThrough(
  { database, now }: Provider,
  { matricule, phone }: { matricule: string; phone?: string | undefined },
  { name }: Operator,
): Promise<Report> {
  const held = (await listHeld(database)).filter(
    one => one.matricule === matricule && (phone === undefined || one.phone === phone),
  )
  const [only, another] = held
  if (!only)
    return fail(
      `${matricule} is not held${phone ? ` with ${phone}` : ''}. See who is: npm run provider -- held`,
    )
  if (another) {
    const phones = held.map(one => one.phone).join(', ')
    return fail(
      `${matricule} gave several phones: ${phones}. Say which: npm run provider -- allow-phone ${matricule} PHONE`,
    )
  }
  const isDone = await database.transaction(async queries => {
    if (!(await allowPhone(queries, matricule, only.phone, now()))) return false
    await recordAudit(queries, {
      at: now(),
      who: name,
      action: 'allow-phone',
      matricule,
      after: only.phone,
    })
    return true
  })
  if (!isDone) return fail(`Somebody else has just let ${matricule} through.`)
  return say(
    `${matricule} may enrol with ${spacedPhone(only.phone)}. The student has to send the answers once more.`,
  )
}
