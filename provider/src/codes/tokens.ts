import { createHash, randomBytes } from 'node:crypto'

/**
 * 256 random bits for a link or a cookie. The database stores only its hash, which opens nothing.
 */
export const newToken = (): string => randomBytes(32).toString('base64url')

export const isToken = (text: string): boolean => /^[\w-]{43}$/.test(text)

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')
