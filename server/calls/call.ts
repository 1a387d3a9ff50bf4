import * as v from 'valibot'
import { type EnrolmentOfYear, findEnrolment } from '../enrolments.ts'
import type { Provider } from '../provider.ts'
import type { YearGroup } from '../years.ts'
import type { AddressLimits } from './address-limits.ts'

export interface CallContext {
  provider: Provider
  limits: AddressLimits
  /** The group of bac years that the called base serves. */
  group: YearGroup
  /** The client's address, only ever used as a key to count by. */
  address: string
  /** Origin for links that leave the page, when the request's own can be trusted. */
  origin: string | undefined
}

export interface Answer {
  http?: 200 | 400 | 403 | 422 | 429
  retryAfterSeconds?: number
  /** Why it was refused, for the operator's metrics. */
  refusal?: string
  json: Record<string, unknown>
}

/** One row of section 7's table. */
export interface Call {
  path: string
  /** True for the calls that carry a photograph. */
  photograph: boolean
  /** `status` of answers that refuse before the call's own rules had a say. */
  refusalStatus: number
  answer(body: unknown, context: CallContext): Promise<Answer>
}

interface Definition<Body> {
  path: string
  body: v.GenericSchema<unknown, Body>
  photograph?: boolean
  refusalStatus?: number
  invalid?: (body: unknown) => Answer | undefined
  answer(body: Body, context: CallContext): Promise<Answer>
}

export function call<Body>({
  path,
  body: schema,
  photograph,
  refusalStatus = 0,
  invalid,
  answer,
}: Definition<Body>): Call {
  return {
    path,
    photograph: photograph ?? false,
    refusalStatus,
    async answer(input, context) {
      const parsed = v.safeParse(schema, input, { abortEarly: true })
      if (parsed.success) return answer(parsed.output, context)
      return (
        invalid?.(input) ?? {
          http: 400,
          refusal: 'invalid',
          json: { status: refusalStatus, msg: 'Les informations envoyées ne sont pas valides.' },
        }
      )
    },
  }
}

/** The limits that refuse with 429, as the metrics name them. */
export type Limited =
  | 'misses'
  | 'lookups'
  | 'strangers'
  | 'wrongPlaces'
  | 'wrongCodes'
  | 'codeGuesses'
  | 'codesSent'
  | 'receiptGuesses'
  | 'uploads'

export function tooMany(limit: Limited, waitMs: number, status = 0): Answer {
  const minutes = Math.ceil(waitMs / 60_000)
  const hours = Math.ceil(minutes / 60)
  const wait = minutes > 90 ? `${hours} heures` : minutes > 1 ? `${minutes} minutes` : 'une minute'
  return {
    http: 429,
    refusal: limit,
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
    json: { status, msg: `Trop de tentatives. Réessayez dans ${wait}.` },
  }
}

/** Look-ups are refused to an address that missed or asked too often, except about whom it has met. */
export function refuseStranger(context: CallContext, person: string, status = 0): Answer | undefined {
  const { limits, address, provider } = context
  if (limits.acquaintances.has(address, person)) return undefined
  const now = provider.now().getTime()
  const missesWait = limits.misses.waitMs(address, now)
  const lookupsWait = limits.lookups.waitMs(address, now)
  if (missesWait > lookupsWait) return tooMany('misses', missesWait, status)
  return lookupsWait > 0 ? tooMany('lookups', lookupsWait, status) : undefined
}

/**
 * Counts a person that this address found for the first time; refuses when others, asked for meanwhile, were too many.
 * Whoever is found makes up for a miss: of the thousands behind one address of a carrier one in five mistypes.
 */
export function meet(context: CallContext, persons: readonly [string, ...string[]], status = 0): Answer | undefined {
  const { limits, address, provider } = context
  const refusal = refuseStranger(context, persons[0], status)
  if (refusal) return refusal
  if (!limits.acquaintances.has(address, persons[0])) {
    limits.lookups.record(address, provider.now().getTime())
    limits.misses.forgive(address)
  }
  for (const person of persons) limits.acquaintances.add(address, person)
  return undefined
}

/** Counts a miss and answers it. */
export function missed({ limits, address, provider }: CallContext, answer: Answer, status = 0): Answer {
  const now = provider.now().getTime()
  const wait = limits.misses.waitMs(address, now)
  if (wait > 0) return tooMany('misses', wait, status)
  limits.misses.record(address, now)
  return answer
}

/**
 * For calls that only a confirmed student makes: whether a matricule is one must not be told without end, but neither
 * may the misses of others at the same address stop a student that was seen there.
 */
export async function forConfirmed(
  { limits, address, provider }: CallContext,
  matricule: string,
): Promise<EnrolmentOfYear | Answer> {
  const wait = () =>
    limits.acquaintances.has(address, matricule) ? 0 : limits.strangers.waitMs(address, provider.now().getTime())
  if (wait() > 0) return tooMany('strangers', wait())
  const enrolment = await findEnrolment(provider.database, matricule)
  if (wait() > 0) return tooMany('strangers', wait())
  if (enrolment) {
    limits.acquaintances.add(address, matricule)
    return enrolment
  }
  limits.strangers.record(address, provider.now().getTime())
  return { json: { status: 0, msg: 'Confirmez d’abord votre numéro de téléphone.' } }
}
