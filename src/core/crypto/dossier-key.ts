import { decrypt, type Encrypted, encrypt } from './cipher.ts'
import { folded, noneWrong, type Wrong } from './codes.rule.ts'

const keyBytes = 32

/** A dossier's own key, openable with the student's code on this device and in no other way. */
export interface KeyBox {
  salt: ArrayBuffer
  /** Stored, so that it can be raised without shutting out older dossiers. */
  iterations: number
  /** Capitals, accents, blanks and dashes of its code don't matter; boxes of earlier builds take a code as it is typed. */
  folded?: true
  /**
   * How many wrong codes it has had: the outer layer is authenticated with it, so that another number opens nothing.
   * Boxes of earlier builds have none, and get one with their next attempt.
   */
  guesses?: Wrong
  /** Under the code's key, and that again under the count's (in an earlier build's box the device's). */
  wrappedKey: Encrypted
}

/** What is left of a box without its outer layer: the code alone opens it. */
export type Inner = Uint8Array<ArrayBuffer>

export interface Bound {
  box: KeyBox
  /** Wraps this box with this count, and nothing else ever. */
  guessKey: CryptoKey
}

const aes = { name: 'AES-GCM', length: 256 } as const
const innerLabel = (id: string) => `key/code/${id}`

export async function newKeyBox(id: string, code: string): Promise<Bound & { key: CryptoKey }> {
  const salt = crypto.getRandomValues(new Uint8Array(saltBytes))
  const raw = crypto.getRandomValues(new Uint8Array(keyBytes))
  const iterations = await roundsHere()
  const byCode = await codeKey(folded(code), salt, iterations)
  const inner = packed(await encrypt(byCode, innerLabel(id), raw))
  const key = await importKey(raw)
  raw.fill(0)
  return { ...(await bind(id, { salt: salt.buffer, iterations, folded: true }, inner, noneWrong)), key }
}

/** The same box with another count, under a key that was made for it: a copy of the box before opens nothing. */
export async function bind(
  id: string,
  { salt, iterations, folded }: Omit<KeyBox, 'wrappedKey'>,
  inner: Inner,
  guesses: Wrong,
): Promise<Bound> {
  const guessKey = await crypto.subtle.generateKey(aes, false, ['encrypt', 'decrypt'])
  const body = { salt, iterations, ...(folded ? { folded } : {}), guesses }
  return { box: { ...body, wrappedKey: await encrypt(guessKey, outerLabel(id, body), inner) }, guessKey }
}

/**
 * @param key the one that was made for its count; the device's for a box of an earlier build
 * @returns undefined where the box, its count or its key was changed by anybody but the portal
 */
export function unbind(id: string, box: KeyBox, key: CryptoKey): Promise<Inner | undefined> {
  return decrypt(key, outerLabel(id, box), box.wrappedKey).catch((error: unknown): undefined => {
    // Whatever else goes wrong says nothing of the box: it may be tried again.
    if (!(error instanceof DOMException) || error.name !== 'OperationError') throw error
  })
}

/** @returns undefined when the code is another one */
export async function openInner(
  id: string,
  code: string,
  box: Pick<KeyBox, 'salt' | 'iterations' | 'folded'>,
  inner: Inner,
): Promise<CryptoKey | undefined> {
  const byCode = await codeKey(box.folded ? folded(code) : code, box.salt, box.iterations)
  const raw = await decrypt(byCode, innerLabel(id), unpacked(inner)).catch((): undefined => undefined)
  if (!raw) return undefined
  const key = await importKey(raw)
  raw.fill(0)
  return key
}

function outerLabel(id: string, { salt, iterations, folded, guesses }: Omit<KeyBox, 'wrappedKey'>): string {
  if (!guesses) return `key/device/${id}`
  const { count, until } = guesses
  return JSON.stringify(['key/guesses', id, count, until, iterations, folded === true, ...new Uint8Array(salt)])
}

const importKey = (raw: Uint8Array<ArrayBuffer>) =>
  crypto.subtle.importKey('raw', raw, aes, false, ['encrypt', 'decrypt'])

function packed({ iv, ciphertext }: Encrypted): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(iv.byteLength + ciphertext.byteLength)
  bytes.set(new Uint8Array(iv))
  bytes.set(new Uint8Array(ciphertext), iv.byteLength)
  return bytes
}

function unpacked(bytes: Uint8Array<ArrayBuffer>): Encrypted {
  return { iv: bytes.slice(0, 12).buffer, ciphertext: bytes.slice(12).buffer }
}

export const saltBytes = 16

/** A code, stretched. */
export async function codeKey(code: string, salt: BufferSource, iterations: number): Promise<CryptoKey> {
  // An accent typed in two ways is the same code.
  const bytes = new TextEncoder().encode(code.normalize('NFKC'))
  const material = await crypto.subtle.importKey('raw', bytes, 'PBKDF2', false, ['deriveKey'])
  const pbkdf2 = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations }
  return crypto.subtle.deriveKey(pbkdf2, material, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
}

// How often a code is stretched. Pure.

/** OWASP's count for PBKDF2 with HMAC-SHA-256 (Password Storage Cheat Sheet): never less, however slow the device. */
export const fewestRounds = 600_000
/** A faster measure than any device has made is a clock that tells nothing. */
const mostRounds = 10_000_000
export const trialRounds = 100_000
const bearableMs = 1_000
const step = 100_000

/** What takes about one second where so many milliseconds went by for a trial. A coarse clock shows none: then the least. */
export function roundsFor(trialMs: number): number {
  if (!(trialMs > 0)) return fewestRounds
  const bearable = Math.floor((trialRounds * bearableMs) / trialMs / step) * step
  return Math.min(mostRounds, Math.max(fewestRounds, bearable))
}

/** What this device bears, measured while the student still thinks of a code; without a measure the least. */
let measured: Promise<number> | undefined

export function measureRounds(): void {
  measured ??= measure().catch(() => fewestRounds)
}

export const roundsHere = async (): Promise<number> => (await measured) ?? fewestRounds

/** The better of two: whatever else a phone does meanwhile makes a trial longer, and nothing makes it shorter. */
async function measure(): Promise<number> {
  return roundsFor(Math.min(await trial(), await trial()))
}

async function trial(): Promise<number> {
  const since = performance.now()
  await codeKey('', new Uint8Array(16), trialRounds)
  return performance.now() - since
}
