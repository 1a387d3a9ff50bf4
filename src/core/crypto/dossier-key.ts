import { decrypt, type Encrypted, encrypt } from './cipher.ts'
import { foldCode, noneWrong, type Wrong } from './codes.rule.ts'

const keyBytes = 32

/** A dossier's own key, wrapped so that only the student's code, on this device, opens it. */
export interface KeyBox {
  salt: ArrayBuffer
  /** PBKDF2 rounds. Stored, so that a later build can raise them and still open older dossiers. */
  iterations: number
  /**
   * The count of wrong codes. The outer layer is authenticated with it: a box with an edited count
   * opens nothing.
   */
  guesses: Wrong
  /** Encrypted with the code's key, then with the guess key. */
  wrappedKey: Encrypted
}

/** The wrapped key after the outer layer is decrypted: only the code is missing to open it. */
export type Inner = Uint8Array<ArrayBuffer>

export interface Bound {
  box: KeyBox
  /** Encrypts the outer layer of this box with this count; it is never used again. */
  guessKey: CryptoKey
}

const aes = { name: 'AES-GCM', length: 256 } as const
const innerLabel = (id: string) => `key/code/${id}`

export async function createKeyBox(id: string, code: string): Promise<Bound & { key: CryptoKey }> {
  const salt = crypto.getRandomValues(new Uint8Array(saltBytes))
  const raw = crypto.getRandomValues(new Uint8Array(keyBytes))
  const iterations = await readRounds()
  const byCode = await deriveCodeKey(foldCode(code), salt, iterations)
  const inner = packed(await encrypt(byCode, innerLabel(id), raw))
  const key = await importKey(raw)
  raw.fill(0)
  return { ...(await bindKeyBox(id, { salt: salt.buffer, iterations }, inner, noneWrong)), key }
}

/**
 * Wraps the box again with another count and a new guess key, so that an older copy of the box
 * opens nothing.
 */
export async function bindKeyBox(
  id: string,
  { salt, iterations }: Pick<KeyBox, 'salt' | 'iterations'>,
  inner: Inner,
  guesses: Wrong,
): Promise<Bound> {
  const guessKey = await crypto.subtle.generateKey(aes, false, ['encrypt', 'decrypt'])
  const body = { salt, iterations, guesses }
  return {
    box: { ...body, wrappedKey: await encrypt(guessKey, outerLabel(id, body), inner) },
    guessKey,
  }
}

/**
 * @param key the guess key that was made for its count
 * @returns undefined if anything but the portal has changed the box, its count or its key
 */
export async function unbindKeyBox(
  id: string,
  box: KeyBox,
  key: CryptoKey,
): Promise<Inner | undefined> {
  try {
    return await decrypt(key, outerLabel(id, box), box.wrappedKey)
  } catch (error) {
    // A part that is missing or of another kind. Any other error says nothing about the box: the
    // student may try again.
    if (error instanceof TypeError || (error as Error).name === 'OperationError') return undefined
    throw error
  }
}

/** @returns undefined if the code is wrong */
export async function openInner(
  id: string,
  code: string,
  box: Pick<KeyBox, 'salt' | 'iterations'>,
  inner: Inner,
): Promise<CryptoKey | undefined> {
  const byCode = await deriveCodeKey(foldCode(code), box.salt, box.iterations)
  const raw = await decrypt(byCode, innerLabel(id), unpacked(inner)).catch(
    (): undefined => undefined,
  )
  if (!raw) return undefined
  const key = await importKey(raw)
  raw.fill(0)
  return key
}

function outerLabel(id: string, { salt, iterations, guesses }: Omit<KeyBox, 'wrappedKey'>): string {
  return JSON.stringify(['key/guesses', id, guesses, iterations, ...new Uint8Array(salt)])
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

/** Derives an AES key from a code, with PBKDF2. */
export async function deriveCodeKey(
  code: string,
  salt: BufferSource,
  iterations: number,
): Promise<CryptoKey> {
  // The same accent can be typed as one character or as two: NFKC makes both the same code.
  const bytes = new TextEncoder().encode(code.normalize('NFKC'))
  const material = await crypto.subtle.importKey('raw', bytes, 'PBKDF2', false, ['deriveKey'])
  const pbkdf2 = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations }
  return crypto.subtle.deriveKey(pbkdf2, material, { name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ])
}

// How many PBKDF2 rounds a device uses.

/**
 * OWASP's count for PBKDF2 with HMAC-SHA-256 (Password Storage Cheat Sheet): never less, however
 * slow the device.
 */
export const fewestRounds = 600_000
/** The most rounds. A trial faster than any real device comes from a useless clock. */
const mostRounds = 10_000_000
export const trialRounds = 100_000
const bearableMs = 1_000
const step = 100_000

/**
 * Rounds that take about one second, by a trial's time. A coarse clock may show 0 ms for it: then
 * the fewest.
 */
export function roundsFor(trialMs: number): number {
  if (!(trialMs > 0)) return fewestRounds
  const bearable = Math.floor((trialRounds * bearableMs) / trialMs / step) * step
  return Math.min(mostRounds, Math.max(fewestRounds, bearable))
}

/**
 * Rounds for this device, measured while the student still thinks of a code; without a measurement
 * the fewest.
 */
let measured: Promise<number> | undefined

export function measureRounds(): void {
  measured ??= measure().catch(() => fewestRounds)
}

export const readRounds = async (): Promise<number> => (await measured) ?? fewestRounds

/**
 * The faster of two trials: other work of the phone can only make a trial longer, never shorter.
 */
async function measure(): Promise<number> {
  return roundsFor(Math.min(await trial(), await trial()))
}

async function trial(): Promise<number> {
  const since = performance.now()
  await deriveCodeKey('', new Uint8Array(16), trialRounds)
  return performance.now() - since
}
