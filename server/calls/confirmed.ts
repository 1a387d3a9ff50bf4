import { type EnrolmentOfYear, findEnrolment } from '../enrolments.ts'
import { callerOf } from './browser.ts'
import { type Answer, type CallContext, tooMany } from './call.ts'

/**
 * For calls that only a confirmed student makes: whether a matricule is one must not be told without end, but neither
 * may the misses of others at the same address stop a student that was seen there, or the browser that saved: a
 * photograph waits.
 */
export async function forConfirmed(context: CallContext, matricule: string): Promise<EnrolmentOfYear | Answer> {
  const { limits, address, provider } = context
  const enrolment = await findEnrolment(provider.database, matricule)
  const isKnown =
    limits.knownPairs.has(address, matricule) || callerOf(context).tokens.some(token => token === enrolment?.saverToken)
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
