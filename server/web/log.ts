import { randomUUID } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import type { WriteLog } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import type { Trust } from './client.ts'
import type { WebEnv } from './env.ts'

/** The template of what nothing else has named: pages, files, and what does not exist. */
const pages = '/*'

/** Longer than a matricule and a phone number, in the signs that proxies make ids of: nobody's data can stand in it. */
const wellFormed = /^[0-9a-f-]{16,64}$/i

function requestId(c: Context<WebEnv>, { trustProxy }: Trust): string {
  const given = trustProxy ? (c.req.header('x-request-id') ?? '') : ''
  return wellFormed.test(given) ? given : randomUUID()
}

/** Method, path template, status, milliseconds, the cause of a refusal: no address, no query, no body, so nothing personal. */
export function logRequests(write: WriteLog, metrics: Metrics, trust: Trust): MiddlewareHandler<WebEnv> {
  return async (c, next) => {
    const start = performance.now()
    const id = requestId(c, trust)
    c.set('id', id)
    c.set('template', pages)
    await next()
    const ms = Math.round(performance.now() - start)
    const { status } = c.res
    const template = c.get('template')
    // What is fetched again and again on 2G carries no header that says nothing to the student. Hono's own way to set one
    // on a finished answer would make a new Response of it.
    if (template !== pages) c.res.headers.set('X-Request-Id', id)
    const refusal = c.get('refusal')
    metrics.answered({ template, status, seconds: ms / 1000, refusal })
    const level = status < 500 ? 'info' : 'error'
    write({ level, id, method: c.req.method, template, status, ms, ...(refusal && { refusal }) })
  }
}
