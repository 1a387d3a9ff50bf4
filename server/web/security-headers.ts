import type { MiddlewareHandler } from 'hono'
import type { WebEnv } from './env.ts'

/** Sent with every answer, by nginx too; the portal's own files bring a stricter policy of their own (static-host.ts). */
export const headers: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  // The camera is for the portal itself; the rest it never asks for.
  'Permissions-Policy': 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()',
}

export const securityHeaders: MiddlewareHandler<WebEnv> = async (c, next) => {
  // Before the answer: on a finished one each header would cost a new Response.
  for (const [name, value] of Object.entries(headers)) c.header(name, value)
  await next()
}
