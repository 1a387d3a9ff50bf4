import * as v from 'valibot'
import type { Counter } from '../counters.ts'
import type { Provider } from '../provider.ts'
import type { YearGroup } from '../years.ts'

export interface AddressLimits {
  misses: Counter
  lookups: Counter
  uploads: Counter
  wrongCodes: Counter
}

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
          json: { status: refusalStatus, msg: 'Les informations envoyées ne sont pas valides.' },
        }
      )
    },
  }
}

export function tooMany(waitMs: number, status = 0): Answer {
  const minutes = Math.ceil(waitMs / 60_000)
  const wait = minutes > 1 ? `${minutes} minutes` : 'une minute'
  return {
    http: 429,
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
    json: { status, msg: `Trop de tentatives. Réessayez dans ${wait}.` },
  }
}

/** Look-ups by number are refused to an address that missed too often: whoever walks through numbers misses. */
export function refuseMisser({ limits, address, provider }: CallContext, status = 0): Answer | undefined {
  const wait = limits.misses.waitMs(address, provider.now().getTime())
  return wait > 0 ? tooMany(wait, status) : undefined
}

/**
 * Counts a miss and answers it. Calls that only a student's own data can satisfy use this alone: behind a campus's one
 * address, somebody else's misses must not stop a right enrolment or upload.
 */
export function missed(context: CallContext, answer: Answer): Answer {
  const refusal = refuseMisser(context)
  context.limits.misses.record(context.address, context.provider.now().getTime())
  return refusal ?? answer
}
