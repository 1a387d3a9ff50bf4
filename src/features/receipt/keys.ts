import { type ReceiptKey, receiptCoordinate, receiptKid } from '../../spec/signed-receipt.ts'

const name = 'VITE_RECEIPT_KEYS'

/**
 * @throws Error in English, naming the variable and what it takes, for the person who builds the
 * portal.
 */
export function readReceiptKeys(env: Readonly<Record<string, unknown>>): ReceiptKey[] {
  const text = String(env[name] ?? '').trim()
  if (!text) return []
  const set = jsonIn(text)
  const keys = isRecord(set) && Array.isArray(set.keys) ? set.keys : []
  if (keys.length === 0)
    throw new Error(`${name} is no JWK set: write what "provider -- receipt-keys" shows.`)
  return keys.map(one => readKey(one))
}

function readKey(key: unknown): ReceiptKey {
  const { kty, crv, kid, x, y, d }: Record<string, unknown> = isRecord(key) ? key : {}
  // The pages are public: whoever had this could sign receipts.
  if (d !== undefined) throw new Error(`${name} holds a private key: leave out its "d".`)
  if (
    kty !== 'EC' ||
    crv !== 'P-256' ||
    !matches(kid, receiptKid) ||
    !matches(x, receiptCoordinate) ||
    !matches(y, receiptCoordinate)
  )
    throw new Error(`${name} needs keys of P-256, each with a "kid" of four signs, "x" and "y".`)
  return { kid, x, y }
}

const matches = (value: unknown, pattern: RegExp): value is string =>
  typeof value === 'string' && pattern.test(value)
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * The keys by which this build knows its provider's receipts; none where the provider signs none.
 * The build reads, validates and inlines them (vite.config.ts).
 */
export const receiptKeys: readonly ReceiptKey[] =
  import.meta.env?.RECEIPT_KEYS ?? readReceiptKeys(import.meta.env ?? {})
