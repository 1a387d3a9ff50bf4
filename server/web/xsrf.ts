import { randomBytes } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { sameSecret } from '../otp.ts'
import { cameByTls, type Trust } from './client.ts'
import type { WebEnv } from './env.ts'

export const cookieName = 'XSRF-TOKEN'
// Long: an app that starts from the device gets no page from us, and so no other cookie.
export const cookieSeconds = 180 * 86_400
const headerName = 'X-XSRF-TOKEN'

/**
 * Gives every visitor without one the cookie that the portal sends back as a header (section 6). With pages only: calls
 * that set out together would each get another one, and the next would carry one as cookie and one as header.
 */
export const giveXsrfCookie =
  (trust: Trust): MiddlewareHandler<WebEnv> =>
  async (c, next) => {
    await next()
    if (getCookie(c, cookieName) || !c.res.headers.get('Content-Type')?.startsWith('text/html')) return
    setCookie(c, cookieName, randomBytes(24).toString('base64url'), {
      path: '/',
      sameSite: 'Strict',
      maxAge: cookieSeconds,
      secure: cameByTls(c, trust),
    })
  }

/** A first call, or a browser without cookies, has no pair and passes; a cookie without its equal header does not. */
export function pairIsBroken(c: Context<WebEnv>): boolean {
  const cookie = getCookie(c, cookieName)
  if (!cookie) return false
  return !sameSecret(cookie, c.req.header(headerName) ?? '')
}
