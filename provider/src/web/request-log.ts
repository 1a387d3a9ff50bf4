import { randomUUID } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import type { WriteLog } from '../monitoring/log.ts'
import type { Metrics } from '../monitoring/metrics.ts'
import type { Trust } from './client.ts'
import type { WebEnv } from './env.ts'

/** The template of all other paths: pages, files, and what does not exist. */
const pages = '/*'

/**
 * The characters that proxies use for ids, longer than a matricule and a phone number: no personal
 * data fits.
 */
const wellFormed = /^[0-9a-f-]{16,64}$/i

function requestId(c: Context<WebEnv>, { trustProxy }: Trust): string {
  const given = trustProxy ? (c.req.header('x-request-id') ?? '') : ''
  return wellFormed.test(given) ? given : randomUUID()
}

/**
 * Method, path template, status, milliseconds and cause of a refusal: no address, query or body, so
 * no personal data.
 */
export function logRequests(
  write: WriteLog,
  metrics: Metrics,
  trust: Trust,
): MiddlewareHandler<WebEnv> {
  return async (c, next) => {
    const start = performance.now()
    const id = requestId(c, trust)
    c.set('id', id)
    c.set('template', pages)
    await next()
    const ms = Math.round(performance.now() - start)
    const { status } = c.res
    const template = c.get('template')
    // Pages and files carry no id: on 2G these bytes are useless to the student. Setting it by
    // c.header on a finished answer would create a new Response.
    if (template !== pages) c.res.headers.set('X-Request-Id', id)
    const refusal = c.get('refusal')
    metrics.answered({ template, status, seconds: ms / 1000, refusal })
    const level = status < 500 ? 'info' : 'error'
    write({ level, id, method: c.req.method, template, status, ms, ...(refusal && { refusal }) })
  }
}
