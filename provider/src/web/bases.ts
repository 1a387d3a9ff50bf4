import type { Hono } from 'hono'
import { bodyBytes } from '../limits/limits.ts'
import { withBody } from './body.ts'
import { cacheControl } from './cache-control.ts'
import { type Answering, type Base, CallAnswerer, refusal, type Web } from './call-answer.ts'
import { calls } from './calls/all.ts'
import type { WebEnv } from './env.ts'
import { asksForParts, Uploads } from './parts.ts'
import { uploadLimit, uploadsPath } from './upload-fields.ts'

/**
 * Every call answers on every base; the status calls and the year list depend on the base's group.
 */
export const bases: readonly Base[] = [
  { path: '/2021/v1/', group: '2021' },
  { path: '/1920/v3/', group: '1920' },
  { path: '/anciens/v4/', group: 'anciens' },
  { path: '/recepisses/v1/', group: '2021' },
]

export function mountBases(app: Hono<WebEnv>, answering: Answering): void {
  const answerer = new CallAnswerer(answering)
  const uploads = new Uploads(answerer)
  const byPath = new Map(calls.map(call => [call.path, call]))

  for (const base of bases) {
    const answer = async (c: Web) => {
      c.set('came', answerer.cameAt(c))
      c.header('Cache-Control', cacheControl.never)
      // RFC 7694: requests to these calls may be compressed.
      c.header('Accept-Encoding', 'gzip')
      c.header('Upload-Limit', uploadLimit())
      const path = c.req.path.slice(base.path.length)
      if (path.startsWith(uploadsPath)) {
        c.set('template', `${base.path}${uploadsPath}:token`)
        return uploads.answer(c, base, path.slice(uploadsPath.length))
      }
      const call = byPath.get(path)
      c.set('refusalStatus', call?.refusalStatus)
      c.set('template', call ? `${base.path}${call.path}` : `${base.path}*`)
      const unknown = () => answerer.send(c, base, refusal(404, 'unknownCall', 'Appel inconnu.'))

      if (c.req.method !== 'POST') {
        c.header('Allow', 'POST, OPTIONS')
        if (!call) return unknown()
        if (c.req.method === 'OPTIONS') return c.body(null, 204)
        const only = refusal(
          405,
          'method',
          'Seule la méthode POST est acceptée.',
          call.refusalStatus,
        )
        return answerer.send(c, base, only)
      }
      if (call?.photograph && asksForParts(c)) return uploads.create(c, base, call)
      const most = call?.photograph ? bodyBytes.upload : bodyBytes.other
      return withBody(c.env.incoming, most, answerer.sender(c), async body => {
        if (!call) return unknown()
        return answerer.send(c, base, await answerer.answer(c, base, call, body))
      })
    }
    app.all(`${base.path}*`, answer)
    app.all(base.path.slice(0, -1), answer)
  }
}
