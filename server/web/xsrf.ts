import { randomBytes } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { sameSecret } from '../otp.ts'
import { cameByTls, type Trust } from './client.ts'
import type { WebEnv } from './env.ts'

export const cookieName = 'XSRF-TOKEN'
// Long, since an installed app starts from the device: it loads no page from us, and so gets no new cookie.
export const cookieSeconds = 180 * 86_400
const headerName = 'X-XSRF-TOKEN'

/**
 * Gives each visitor without a token the cookie that the portal sends back as a header (section 6). Only pages set it:
 * calls sent at the same time would each get another token, and the next call might send two different ones.
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

/** A first call, or a browser without cookies, has no pair and passes; a cookie without the equal header does not. */
export function pairIsBroken(c: Context<WebEnv>): boolean {
  const cookie = getCookie(c, cookieName)
  if (!cookie) return false
  return !sameSecret(cookie, c.req.header(headerName) ?? '')
}
