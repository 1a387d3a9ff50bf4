import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { YearGroup } from '../../../src/spec/years.ts'
import type { Sender } from '../limits/held-bodies.ts'
import { createOwnCounts } from '../limits/own-counts.ts'
import { type ClientAddress, networkOf } from '../limits/who.ts'
import type { WriteLog } from '../monitoring/log.ts'
import type { Metrics } from '../monitoring/metrics.ts'
import type { Provider } from '../window/provider.ts'
import type { Body, BodyProblem } from './body.ts'
import type { Answer, Call, CallContext } from './calls/call.ts'
import { cameByTls, clientAddress, startOf, type Trust, trustedOrigin } from './client.ts'
import { tellDroppedFields } from './dropped-fields.ts'
import type { WebEnv } from './env.ts'
import { pairIsBroken } from './xsrf.ts'

export type Web = Context<WebEnv>

export interface Base {
  path: string
  group: YearGroup
}

export interface Answering {
  writeLog: WriteLog
  provider: Provider
  metrics: Metrics
  trust: Trust
}

const problems: Record<BodyProblem, { http: 400 | 413 | 415 | 503; msg: string }> = {
  tooLarge: { http: 413, msg: 'Fichier selectionné trop volumineux. Au plus 5Mo' },
  encoding: { http: 415, msg: 'Seul le codage gzip est accepté.' },
  mediaType: { http: 415, msg: 'Le contenu doit être du JSON.' },
  notJson: { http: 400, msg: 'Le contenu n’est pas du JSON lisible.' },
  busy: { http: 503, msg: 'Le service est très demandé. Réessayez dans un instant.' },
  cut: { http: 400, msg: 'L’envoi a été interrompu.' },
}

type Refusal = Required<Pick<Answer, 'http'>> & Answer

export const refusal = (
  http: Refusal['http'],
  cause: string,
  msg: string,
  status = 0,
): Refusal => ({
  http,
  refusal: cause,
  json: { status, msg },
})

export const brokenPair = (status = 0): Refusal =>
  refusal(403, 'xsrf', 'Votre session a changé. Rechargez la page et recommencez.', status)

export function bodyRefusal(problem: BodyProblem, status = 0): Refusal {
  const { http, msg } = problems[problem]
  return {
    ...refusal(http, problem, msg, status),
    ...(problem === 'busy' && { retryAfterSeconds: 10 }),
  }
}

/** Answers calls, whichever way their bodies have come. */
export class CallAnswerer {
  readonly provider: Provider
  private readonly metrics: Metrics
  private readonly trust: Trust
  private readonly limits = createOwnCounts()
  private readonly dropped: (path: string, names: readonly string[]) => void

  constructor({ provider, metrics, trust, writeLog }: Answering) {
    this.provider = provider
    this.metrics = metrics
    this.trust = trust
    this.dropped = tellDroppedFields(writeLog)
  }

  addressOf(c: Web): ClientAddress {
    return clientAddress(c.env.incoming, this.trust)
  }

  cameAt(c: Web): Date {
    return startOf(
      this.trust.trustProxy ? c.req.header('x-request-start') : undefined,
      this.provider.now(),
    )
  }

  sender(c: Web): Sender {
    const hoards = () => this.provider.alarm('uploadHoarding')
    return { network: networkOf(this.addressOf(c)), socket: c.env.incoming.socket, hoards }
  }

  async answer(c: Web, base: Base, call: Call, body: Body): Promise<Answer> {
    if (pairIsBroken(c)) return brokenPair(call.refusalStatus)
    if ('problem' in body) return bodyRefusal(body.problem, call.refusalStatus)
    const answer = await call.answer(body.value, this.contextOf(c, base))
    if (call.photograph && answer.json.status === 1) this.metrics.uploadAccepted()
    return answer
  }

  contextOf(c: Web, base: Base): CallContext {
    return {
      provider: this.provider,
      limits: this.limits,
      group: base.group,
      came: c.get('came'),
      address: this.addressOf(c),
      origin: trustedOrigin(c, this.trust),
      cookie: name => getCookie(c, name),
      dropped: this.dropped,
    }
  }

  send(
    c: Web,
    base: Base,
    { http, retryAfterSeconds, refusal: cause, cookies, json }: Answer,
  ): Response {
    for (const { name, value, maxAgeSeconds } of cookies ?? [])
      setCookie(c, name, value, {
        path: base.path,
        httpOnly: true,
        sameSite: 'Strict',
        maxAge: maxAgeSeconds,
        secure: cameByTls(c, this.trust),
      })
    c.set('refusal', cause)
    if (retryAfterSeconds !== undefined) c.header('Retry-After', String(retryAfterSeconds))
    return c.json(json, http ?? 200)
  }
}
