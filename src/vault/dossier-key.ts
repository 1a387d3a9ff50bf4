import { type Sealed, seal, unseal } from './cipher.ts'

/** OWASP's current count for PBKDF2 with HMAC-SHA-256 (Password Storage Cheat Sheet). */
export const iterationsNow = 600_000
export const saltBytes = 16
const keyBytes = 32

/** A dossier's own key, openable with the student's code on this device and in no other way. */
export interface KeyBox {
  salt: ArrayBuffer
  /** Stored, so that it can be raised without shutting out older dossiers. */
  iterations: number
  /** Under the code's key, and that again under the device's. */
  wrappedKey: Sealed
}

const aes = { name: 'AES-GCM', length: 256 } as const
const label = (id: string, layer: 'code' | 'device') => `key/${layer}/${id}`

export async function newKeyBox(id: string, code: string, device: CryptoKey): Promise<{ box: KeyBox; key: CryptoKey }> {
  const salt = crypto.getRandomValues(new Uint8Array(saltBytes))
  const raw = crypto.getRandomValues(new Uint8Array(keyBytes))
  const byCode = await codeKey(code, salt, iterationsNow)
  const inner = packed(await seal(byCode, label(id, 'code'), raw))
  const wrappedKey = await seal(device, label(id, 'device'), inner)
  const key = await importKey(raw)
  raw.fill(0)
  return { box: { salt: salt.buffer, iterations: iterationsNow, wrappedKey }, key }
}

/** @returns undefined when the code is another one */
export async function openKeyBox(
  id: string,
  code: string,
  { salt, iterations, wrappedKey }: KeyBox,
  device: CryptoKey,
): Promise<CryptoKey | undefined> {
  const inner = unpacked(await unseal(device, label(id, 'device'), wrappedKey))
  const byCode = await codeKey(code, salt, iterations)
  const raw = await unseal(byCode, label(id, 'code'), inner).catch((): undefined => undefined)
  if (!raw) return undefined
  const key = await importKey(raw)
  raw.fill(0)
  return key
}

export async function codeKey(code: string, salt: BufferSource, iterations: number): Promise<CryptoKey> {
  // An accent typed in two ways is the same code.
  const bytes = new TextEncoder().encode(code.normalize('NFKC'))
  const material = await crypto.subtle.importKey('raw', bytes, 'PBKDF2', false, ['deriveKey'])
  const pbkdf2 = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations }
  return crypto.subtle.deriveKey(pbkdf2, material, aes, false, ['encrypt', 'decrypt'])
}

const importKey = (raw: Uint8Array<ArrayBuffer>) =>
  crypto.subtle.importKey('raw', raw, aes, false, ['encrypt', 'decrypt'])

function packed({ iv, ciphertext }: Sealed): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(iv.byteLength + ciphertext.byteLength)
  bytes.set(new Uint8Array(iv))
  bytes.set(new Uint8Array(ciphertext), iv.byteLength)
  return bytes
}

function unpacked(bytes: Uint8Array<ArrayBuffer>): Sealed {
  return { iv: bytes.slice(0, 12).buffer, ciphertext: bytes.slice(12).buffer }
}
