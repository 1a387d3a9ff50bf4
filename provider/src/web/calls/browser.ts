import { createHmac } from 'node:crypto'
import { sameSecret } from '../../codes/otp.ts'
import { hashToken, isToken, newToken } from '../../codes/tokens.ts'
import { addressMac, type Caller, networkOf } from '../../limits/who.ts'
import type { CallContext, Cookie } from './call.ts'

const names = { save: 'DEMANDE', correction: 'CORRECTION' } as const
const kept = 30 * 24 * 3600

export interface BrowserToken {
  /** Hash of the cookie's value, as the database keeps it. */
  token: string
  cookie: Cookie
}

/**
 * The token that an earlier answer set as a cookie, if it has our form; a client may also have
 * forged it.
 */
function tokenIn({ cookie }: CallContext, end: keyof typeof names): string[] {
  const token = cookie(names[end])
  return token !== undefined && isToken(token) ? [token] : []
}

const tokensIn = (context: CallContext) => [
  ...tokenIn(context, 'save'),
  ...tokenIn(context, 'correction'),
]

export function callerOf(context: CallContext): Caller {
  const { provider, address } = context
  return {
    tokens: tokensIn(context).map(hashToken),
    address: addressMac(provider.secret, address.key),
    network: addressMac(provider.secret, networkOf(address)),
  }
}

const left = (value: string, end: keyof typeof names): BrowserToken => ({
  token: hashToken(value),
  cookie: { name: names[end], value, maxAgeSeconds: kept },
})

/**
 * Identifies a browser before a code, without giving it rights: it keeps its token, since answers
 * get lost.
 */
export const tokenFor = (context: CallContext, end: keyof typeof names): BrowserToken =>
  left([...tokenIn(context, end), ...tokensIn(context)][0] ?? newToken(), end)

/**
 * A new token after a right code: an attacker who planted or read the earlier cookie does not share
 * the right.
 */
export const freshToken = (): BrowserToken => left(newToken(), 'correction')

const found = 'TROUVE'

interface Found {
  matricule: string
  numPlace: string
}

const macOf = ({ provider }: CallContext, { matricule, numPlace }: Found) =>
  createHmac('sha256', provider.secret).update(`found|${matricule}|${numPlace}`).digest('base64url')

/** Left by the look-up that has told this browser whose place it is. */
export const foundCookie = (context: CallContext, student: Found): Cookie => ({
  name: found,
  value: macOf(context, student),
  maxAgeSeconds: kept,
})

/** Whether this browser has looked the student up by this place, which is then no guess. */
export const hasFound = (context: CallContext, student: Found): boolean =>
  sameSecret(context.cookie(found) ?? '', macOf(context, student))
