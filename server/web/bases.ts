import type { Context, Hono } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { YearGroup } from '../../src/spec/years.ts'
import { AddressLimits } from '../calls/address-limits.ts'
import { calls } from '../calls/all.ts'
import type { Answer } from '../calls/call.ts'
import { bodyBytes } from '../limits.ts'
import type { WriteLog } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import type { Provider } from '../provider.ts'
import { type Body, type BodyProblem, withBody } from './body.ts'
import { cameByTls, clientAddress, type Trust, trustedOrigin } from './client.ts'
import { tellDroppedFields } from './dropped-fields.ts'
import type { WebEnv } from './env.ts'
import { pairIsBroken } from './xsrf.ts'

/** Every call answers on every base; the status calls and the year list depend on the base's group. */
export const bases: readonly { path: string; group: YearGroup }[] = [
  { path: '/2021/v1/', group: '2021' },
  { path: '/1920/v3/', group: '1920' },
  { path: '/anciens/v4/', group: 'anciens' },
  { path: '/recepisses/v1/', group: '2021' },
]

const problems: Record<BodyProblem, { http: 400 | 413 | 415 | 503; msg: string }> = {
  tooLarge: { http: 413, msg: 'Fichier selectionné trop volumineux. Au plus 5Mo' },
  encoding: { http: 415, msg: 'Seul le codage gzip est accepté.' },
  mediaType: { http: 415, msg: 'Le contenu doit être du JSON.' },
  notJson: { http: 400, msg: 'Le contenu n’est pas du JSON lisible.' },
  busy: { http: 503, msg: 'Le service est très demandé. Réessayez dans un instant.' },
  cut: { http: 400, msg: 'L’envoi a été interrompu.' },
}

type Web = Context<WebEnv>

export interface Answering {
  writeLog: WriteLog
  provider: Provider
  metrics: Metrics
  trust: Trust
}

export function mountBases(app: Hono<WebEnv>, { provider, metrics, trust, writeLog }: Answering): void {
  const limits = new AddressLimits()
  const dropped = tellDroppedFields(writeLog)
  const byPath = new Map(calls.map(call => [call.path, call]))

  for (const base of bases) {
    const answer = async (c: Web) => {
      c.header('Cache-Control', 'no-store')
      // RFC 7694: requests to these calls may be compressed.
      c.header('Accept-Encoding', 'gzip')
      const call = byPath.get(c.req.path.slice(base.path.length))
      c.set('refusalStatus', call?.refusalStatus)
      c.set('template', call ? `${base.path}${call.path}` : `${base.path}*`)
      const refuse = (http: 400 | 403 | 404 | 405 | 413 | 415 | 503, cause: string, msg: string) => {
        c.set('refusal', cause)
        return c.json({ status: call?.refusalStatus ?? 0, msg }, http)
      }

      if (c.req.method !== 'POST') {
        c.header('Allow', 'POST')
        return call
          ? refuse(405, 'method', 'Seule la méthode POST est acceptée.')
          : refuse(404, 'unknownCall', 'Appel inconnu.')
      }
      const address = clientAddress(c, trust)
      const respond = async (body: Body) => {
        if (!call) return refuse(404, 'unknownCall', 'Appel inconnu.')
        if (pairIsBroken(c)) return refuse(403, 'xsrf', 'Votre session a changé. Rechargez la page et recommencez.')
        if ('problem' in body) {
          if (body.problem === 'busy') c.header('Retry-After', '10')
          const { http, msg } = problems[body.problem]
          return refuse(http, body.problem, msg)
        }
        const context = {
          provider,
          limits,
          group: base.group,
          address,
          origin: trustedOrigin(c, trust),
          cookie: (name: string) => getCookie(c, name),
          dropped,
        }
        const answer = await call.answer(body.value, context)
        if (call.photograph && answer.json.status === 1) metrics.uploadAccepted()
        for (const { name, value, maxAgeSeconds } of answer.cookies ?? [])
          setCookie(c, name, value, {
            path: base.path,
            httpOnly: true,
            sameSite: 'Strict',
            maxAge: maxAgeSeconds,
            secure: cameByTls(c, trust),
          })
        return send(c, answer)
      }
      const { incoming } = c.env
      const sender = { address, socket: incoming.socket, hoards: () => provider.alarm('uploadHoarding') }
      return withBody(incoming, call?.photograph ? bodyBytes.upload : bodyBytes.other, sender, respond)
    }
    app.all(`${base.path}*`, answer)
    app.all(base.path.slice(0, -1), answer)
  }
}

function send(c: Web, { http, retryAfterSeconds, refusal, json }: Answer): Response {
  c.set('refusal', refusal)
  if (retryAfterSeconds !== undefined) c.header('Retry-After', String(retryAfterSeconds))
  return c.json(json, http ?? 200)
}
