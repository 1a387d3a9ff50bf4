/**
 * What the code of a receipt says (docs/contract.md, "What a receipt proves"), as base64url of
 * these bytes: the format (1), the key's id (3), the day, counted from 1970 (2), the state (1), the
 * length of the matricule (1), the matricule, the name in UTF-8, the signature over all that (64).
 */
export interface ReceiptFacts {
  matricule: string
  name: string
  /** The code of the status page: 0 to correct, 1 waits, 2 validated. */
  state: ReceiptState
  /** Days since 1970-01-01. */
  day: number
}

export const receiptStates = [0, 1, 2] as const
export type ReceiptState = (typeof receiptStates)[number]

/** A public key as it is published and built in, without what never differs. */
export interface ReceiptKey {
  kid: string
  x: string
  y: string
}

/** Where a provider publishes its keys, as a JWK set. */
export const receiptKeysPath = '/.well-known/recepisse-keys.json'

/** Four signs of base64url, which are three bytes. */
export const receiptKid = /^[\w-]{4}$/
/** A coordinate of P-256: 32 bytes in base64url. */
export const receiptCoordinate = /^[\w-]{43}$/

const format = 1
const headBytes = 8
const signatureBytes = 64

/** What is signed. */
export function writeReceipt(
  kid: string,
  { matricule, name, state, day }: ReceiptFacts,
): Uint8Array<ArrayBuffer> {
  const text = new TextEncoder().encode(matricule + name)
  const length = new TextEncoder().encode(matricule).length
  return Uint8Array.of(
    ...[format, ...fromBase64Url(kid), day >> 8, day & 255, state, length],
    ...text,
  )
}

export interface SignedReceipt {
  kid: string
  facts: ReceiptFacts
  signed: Uint8Array<ArrayBuffer>
  signature: Uint8Array<ArrayBuffer>
}

/**
 * Who reads it must check the signature before a word of it is believed.
 * @returns undefined for what is no receipt
 */
export function readReceipt(text: string): SignedReceipt | undefined {
  try {
    const bytes = fromBase64Url(text)
    const signed = bytes.slice(0, -signatureBytes)
    const [first, , , , high = 0, low = 0, code, length = 0] = signed
    const state = receiptStates.find(one => one === code)
    if (first !== format || state === undefined || headBytes + length > signed.length) return
    const name = headBytes + length
    return {
      kid: toBase64Url(signed.slice(1, 4)),
      facts: {
        matricule: textOf(signed.slice(headBytes, name)),
        name: textOf(signed.slice(name)),
        state,
        day: high * 256 + low,
      },
      signed,
      signature: bytes.slice(-signatureBytes),
    }
  } catch {
    return undefined
  }
}

const textOf = (bytes: Uint8Array) => new TextDecoder('utf-8', { fatal: true }).decode(bytes)

export const toBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** @throws for what `toBase64Url` does not write: of two texts for the same bytes one is altered */
function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = Uint8Array.from(plain, letter => letter.charCodeAt(0))
  if (toBase64Url(bytes) !== text) throw new RangeError('No base64url.')
  return bytes
}
