import { type EnrolmentOfYear, findEnrolment } from '../../enrolments/enrolments.ts'
import { hasSaved } from '../../limits/who.ts'
import { callerOf } from './browser.ts'
import { type Answer, type CallContext, tooMany } from './call.ts'

/**
 * For calls that only confirmed students make. Limits how often an address can find out whether a
 * matricule is confirmed. Other users' misses must not stop a student known at this address, or the
 * browser that saved: their photographs wait.
 */
export async function forConfirmed(
  context: CallContext,
  matricule: string,
): Promise<EnrolmentOfYear | Answer> {
  const { limits, address, provider } = context
  const enrolment = await findEnrolment(provider.database, matricule)
  const isKnown =
    limits.knownPairs.has(address, matricule) || hasSaved(enrolment?.saverToken, callerOf(context))
  const now = provider.now().getTime()
  const wait = isKnown ? 0 : limits.strangers.waitMs(address, now)
  if (wait > 0) return tooMany('strangers', wait)
  if (enrolment) {
    limits.knownPairs.add(address, matricule, 'called')
    return enrolment
  }
  limits.strangers.record(address, now)
  return { json: { status: 0, msg: 'Confirmez d’abord votre numéro de téléphone.' } }
}
