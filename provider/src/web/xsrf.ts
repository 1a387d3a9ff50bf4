import { randomBytes } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import { setCookie } from 'hono/cookie'
import { cameByTls, type Trust } from './client.ts'
import type { WebEnv } from './env.ts'

export const cookieName = 'XSRF-TOKEN'
/** Other applications of this host or its parent domain have cookies of this name, too. */
export const ownToken = 'portail-'
// Long, since an installed app starts from the device: it loads no page from us, and so gets no new
// cookie.
export const cookieSeconds = 180 * 86_400
const headerName = 'X-XSRF-TOKEN'

/**
 * Gives each visitor without a token of ours the cookie that the portal sends back as a header
 * (section 6). Only pages set it: calls sent at the same time would each get another token, and the
 * next call might send two different ones.
 */
export const giveXsrfCookie =
  (trust: Trust): MiddlewareHandler<WebEnv> =>
  async (c, next) => {
    await next()
    if (!c.res.headers.get('Content-Type')?.startsWith('text/html')) return
    if (sentTokens(c).some(token => token.startsWith(ownToken) && token !== ownToken)) return
    setCookie(c, cookieName, ownToken + randomBytes(24).toString('base64url'), {
      path: '/',
      sameSite: 'Strict',
      maxAge: cookieSeconds,
      secure: cameByTls(c, trust),
    })
  }

/**
 * A first call, or a browser without cookies, has no pair and passes; cookies of which none equals
 * the header do not. Both come from this client, so a comparison that takes its time tells it
 * nothing.
 */
export function pairIsBroken(c: Context<WebEnv>): boolean {
  const tokens = sentTokens(c)
  if (tokens.length === 0) return false
  const sent = new Set(tokens.flatMap(waysToWrite))
  return !waysToWrite(c.req.header(headerName) ?? '').some(token => sent.has(token))
}

/** Each of them: a browser sends first what has the longer path, and no field says whose it is. */
const sentTokens = (c: Context<WebEnv>): string[] =>
  (c.req.header('Cookie') ?? '').split(';').flatMap(pair => {
    const [name = '', ...value] = pair.split('=')
    return name.trim() === cookieName ? value.join('=').trim() || [] : []
  })

/** As a page may have read it: as it was sent, without its quotation marks, decoded. */
function waysToWrite(token: string): string[] {
  const bare = /^"(.+)"$/.exec(token)?.[1] ?? token
  return token === '' ? [] : [token, bare, decoded(bare)]
}

function decoded(token: string): string {
  try {
    return decodeURIComponent(token)
  } catch {
    return token
  }
}
