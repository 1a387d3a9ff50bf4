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
    ...[format, ...(fromBase64Url(kid) ?? []), day >> 8, day & 255, state, length],
    ...text,
  )
}

export interface SignedReceipt {
  kid: string
  signed: Uint8Array<ArrayBuffer>
  signature: Uint8Array<ArrayBuffer>
}

/** @returns undefined for what is no receipt */
export function readReceipt(text: string): SignedReceipt | undefined {
  const bytes = fromBase64Url(text)
  if (bytes?.[0] !== format || bytes.length < headBytes + signatureBytes) return undefined
  return {
    kid: toBase64Url(bytes.slice(1, 4)),
    signed: bytes.slice(0, -signatureBytes),
    signature: bytes.slice(-signatureBytes),
  }
}

/**
 * Call it once the signature is checked.
 * @returns undefined for a state that this build does not know
 */
export function readFacts(signed: Uint8Array): ReceiptFacts | undefined {
  const [, , , , high = 0, low = 0, code, length = 0] = signed
  const state = receiptStates.find(one => one === code)
  if (state === undefined) return undefined
  const text = (from: number, to?: number) => new TextDecoder().decode(signed.slice(from, to))
  return {
    matricule: text(headBytes, headBytes + length),
    name: text(headBytes + length),
    state,
    day: high * 256 + low,
  }
}

export const toBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** Only what `toBase64Url` writes: of two texts for the same bytes one is altered. */
function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = Uint8Array.from(plain, letter => letter.charCodeAt(0))
    return toBase64Url(bytes) === text ? bytes : undefined
  } catch {
    return undefined
  }
}
