import { addressMac, type Caller } from '../guesses.ts'
import { hashToken, isToken, newToken } from '../tokens.ts'
import type { CallContext, Cookie } from './call.ts'

const names = { save: 'DEMANDE', correction: 'CORRECTION' } as const
const kept = 30 * 24 * 3600

export interface BrowserToken {
  /** Its hash. */
  token: string
  cookie: Cookie
}

/** What an earlier answer left, where it is ours by its form; anybody may have written it. */
function tokenIn({ cookie }: CallContext, end: keyof typeof names): string[] {
  const token = cookie(names[end])
  return token !== undefined && isToken(token) ? [token] : []
}

const tokensIn = (context: CallContext) => [...tokenIn(context, 'save'), ...tokenIn(context, 'correction')]

export function callerOf(context: CallContext): Caller {
  const { provider, address } = context
  return { tokens: tokensIn(context).map(hashToken), address: addressMac(provider.secret, address.key) }
}

const left = (value: string, end: keyof typeof names): BrowserToken => ({
  token: hashToken(value),
  cookie: { name: names[end], value, maxAgeSeconds: kept },
})

/** By which a browser is known before a code, and that gives it no right: it keeps the one it has, since answers get lost. */
export const tokenFor = (context: CallContext, end: keyof typeof names): BrowserToken =>
  left([...tokenIn(context, end), ...tokensIn(context)][0] ?? newToken(), end)

/** For a right code: whoever had put the one before there, or read it out, does not share what the code gives. */
export const freshToken = (): BrowserToken => left(newToken(), 'correction')
