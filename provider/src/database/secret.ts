import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import type { Queries } from './port.ts'

/**
 * Created once per installation, by the first of its processes; if it is lost, all codes
 * become invalid.
 */
export async function readSecret(queries: Queries): Promise<Buffer> {
  await queries.query(
    "INSERT INTO secrets (name, value) VALUES ('main', $1) ON CONFLICT DO NOTHING",
    [randomBytes(32)],
  )
  const [kept] = await queries.query<{ value: Uint8Array }>(
    "SELECT value FROM secrets WHERE name = 'main'",
  )
  if (kept?.value.length !== 32)
    throw new Error(
      'The row of "main" in the table "secrets" is damaged. Restore the database from a backup.',
    )
  return Buffer.from(kept.value)
}

const algorithm = 'aes-256-gcm'
const keyFor = (secret: Buffer, purpose: string) =>
  createHmac('sha256', secret).update(`seal|${purpose}`).digest()

/** Encrypts text that must be readable again, but not from a stolen database. */
export function encrypt(secret: Buffer, purpose: string, text: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv(algorithm, keyFor(secret, purpose), nonce)
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64')
}

/** Undefined when the text was encrypted with another secret, or not at all. */
export function decrypt(secret: Buffer, purpose: string, encrypted: string): string | undefined {
  const bytes = Buffer.from(encrypted, 'base64')
  try {
    const opener = createDecipheriv(algorithm, keyFor(secret, purpose), bytes.subarray(0, 12))
    opener.setAuthTag(bytes.subarray(12, 28))
    return Buffer.concat([opener.update(bytes.subarray(28)), opener.final()]).toString('utf8')
  } catch {
    return undefined
  }
}
