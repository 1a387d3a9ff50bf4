import { randomBytes } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { sameSecret } from '../otp.ts'
import type { WebEnv } from './env.ts'

const cookieName = 'XSRF-TOKEN'
// Long: an app that starts offline gets no page from us, and its first calls at once would each get another cookie.
const cookieSeconds = 180 * 86_400
const headerName = 'X-XSRF-TOKEN'

/** Gives every visitor without one the cookie that the portal sends back as a header (section 6). */
export const giveXsrfCookie: MiddlewareHandler<WebEnv> = async (c, next) => {
  await next()
  if (getCookie(c, cookieName)) return
  setCookie(c, cookieName, randomBytes(24).toString('base64url'), {
    path: '/',
    sameSite: 'Strict',
    maxAge: cookieSeconds,
  })
}

/** A first call, or a browser without cookies, has no pair and passes; a cookie without its equal header does not. */
export function pairIsBroken(c: Context<WebEnv>): boolean {
  const cookie = getCookie(c, cookieName)
  if (!cookie) return false
  return !sameSecret(cookie, c.req.header(headerName) ?? '')
}
