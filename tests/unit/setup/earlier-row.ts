import { type Encrypted, encrypt, encryptText } from '../../../src/core/crypto/cipher.ts'
import { writeTogether } from '../../../src/core/db/database.ts'
import { deviceKey } from '../../../src/core/db/device-store.ts'
import type { Dossier } from '../../../src/core/db/dossier.ts'

const aes = { name: 'AES-GCM', length: 256 } as const

async function stretched(code: string, salt: BufferSource): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey('raw', new TextEncoder().encode(code), 'PBKDF2', false, ['deriveKey'])
  const pbkdf2 = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: 600_000 }
  return crypto.subtle.deriveKey(pbkdf2, material, aes, false, ['encrypt', 'decrypt'])
}

const packed = ({ iv, ciphertext }: Encrypted) => new Uint8Array([...new Uint8Array(iv), ...new Uint8Array(ciphertext)])

/** A dossier as builds before 2026-11-22 have encrypted it: its count stands in the clear, and its code counts as it is typed. */
export async function keepAsBefore(dossier: Dossier, code: string, wrong = { count: 0, until: 0 }): Promise<void> {
  const { id } = dossier
  const salt = crypto.getRandomValues(new Uint8Array(16))
  const raw = crypto.getRandomValues(new Uint8Array(32))
  const inner = packed(await encrypt(await stretched(code, salt), `key/code/${id}`, raw))
  const wrappedKey = await encrypt(await deviceKey(), `key/device/${id}`, inner)
  const key = await crypto.subtle.importKey('raw', raw, aes, false, ['encrypt'])
  const body = await encryptText(key, `dossier/${id}`, JSON.stringify(dossier))
  const about = { id, shape: 1, sealed: true, initials: '', savedAt: dossier.savedAt, wrong }
  await writeTogether(['dossiers'], ({ dossiers }) => {
    dossiers.put({ ...about, salt: salt.buffer, iterations: 600_000, wrappedKey, ...body }, id)
  })
}
