import type { MiddlewareHandler } from 'hono'
import type { WebEnv } from './env.ts'

export type WriteLine = (line: string) => void

/** Method, path template, status, milliseconds: no address, no query, no body, so nothing personal. */
export function logRequests(write: WriteLine): MiddlewareHandler<WebEnv> {
  return async (c, next) => {
    const start = performance.now()
    c.set('template', '/*')
    await next()
    write(`${c.req.method} ${c.get('template')} ${c.res.status} ${Math.round(performance.now() - start)}ms`)
  }
}
