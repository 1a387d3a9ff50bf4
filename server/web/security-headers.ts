import type { MiddlewareHandler } from 'hono'
import type { WebEnv } from './env.ts'

/** Sent with every answer. The content security policy of the pages belongs here too. */
const headers: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
}

export const securityHeaders: MiddlewareHandler<WebEnv> = async (c, next) => {
  await next()
  for (const [name, value] of Object.entries(headers)) c.header(name, value)
}
