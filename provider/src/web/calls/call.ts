import * as v from 'valibot'
import type { YearGroup } from '../../../../src/spec/years.ts'
import type { OwnCounts } from '../../limits/own-counts.ts'
import { accountWaitMs } from '../../limits/rates.ts'
import type { ClientAddress } from '../../limits/who.ts'
import type { Provider } from '../../window/provider.ts'

export interface CallContext {
  provider: Provider
  limits: OwnCounts
  /** The group of bac years that the called base serves. */
  group: YearGroup
  /** When the request came: what comes later may have been answered before it. */
  came: Date
  /** The client's address, used only as a key to count by. */
  address: ClientAddress
  /** Origin for links that leave the page, when the request's own can be trusted. */
  origin: string | undefined
  /** A cookie that an earlier answer set (`Answer.cookies`); a client may also have forged it. */
  cookie(name: string): string | undefined
  /** Hears of fields that a call does not know, and that it has dropped. */
  dropped(path: string, names: readonly string[]): void
}

/** The browser sends it with later calls to the same base; scripts of the page cannot read it. */
export interface Cookie {
  name: string
  value: string
  maxAgeSeconds: number
}

export interface Answer {
  http?: 200 | 400 | 403 | 404 | 405 | 413 | 415 | 422 | 429 | 503
  retryAfterSeconds?: number
  /** Why it was refused, for the operator's metrics. */
  refusal?: string
  cookies?: readonly Cookie[]
  json: Record<string, unknown>
}

/** One row of section 7's table. */
export interface Call {
  path: string
  /** True for the calls that carry a photograph. */
  photograph: boolean
  /** `status` in the body of answers that refuse before the call's own rules are checked. */
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
      if (parsed.success) {
        const unknown = Object.keys(Object(input)).filter(
          name => !Object.hasOwn(Object(parsed.output), name),
        )
        context.dropped(path, unknown)
        return answer(parsed.output, context)
      }
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

/** The limits that answer 429, by their names in the metrics. */
export type Limited =
  | 'misses'
  | 'lookups'
  | 'files'
  | 'strangers'
  | 'wrongPlaces'
  | 'wrongCodes'
  | 'codeGuesses'
  | 'codesSent'
  | 'codesSpent'
  | 'codesStopped'
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

/**
 * Other users behind the same address have used up the limit: the student has done nothing wrong,
 * and the wait is short.
 */
export function crowded(limit: Limited, msg: string, status = 0): Answer {
  const retryAfterSeconds = accountWaitMs / 1000
  return {
    http: 429,
    refusal: limit,
    retryAfterSeconds,
    json: { status, msg: `${msg} Réessayez dans une minute.` },
  }
}

/** Too many codes sent for this address were never entered. */
export function codesSpent({ provider }: CallContext): Answer {
  provider.alarm('smsPumping')
  return crowded('codesSpent', 'Beaucoup de codes ont été demandés par le même réseau que vous.')
}

/** The save or the code would make this the phone's fourth student; an operator sees who it was. */
export function phoneShared({ provider }: CallContext, matricule: string): Answer {
  provider.alarm('phoneSharedTooOften', matricule)
  const msg =
    'Ce numéro de téléphone sert déjà à trois étudiants. Donnez un autre numéro, ou adressez-vous à l’assistance.'
  return { json: { status: 0, msg } }
}
