import type { MiddlewareHandler } from 'hono'
import type { WebEnv } from './env.ts'

/** Sent with every answer, by nginx too; pages have more (src/spec/pages.ts, static-host.ts). */
export const headers: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
}

export const securityHeaders: MiddlewareHandler<WebEnv> = async (c, next) => {
  // Before the answer: on a finished one, each header would create a new Response.
  for (const [name, value] of Object.entries(headers)) c.header(name, value)
  await next()
}
