import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { syncPath } from './database/write-ahead-log.ts'

/** Made once for a data folder; without it stored codes, receipts and file names mean nothing. */
export async function readSecret(dataDir: string): Promise<Buffer> {
  const path = join(dataDir, 'secret')
  const kept = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (kept) {
    if (kept.length !== 32)
      throw new Error(
        `${path} is damaged. Restore it from a backup, or delete it: codes and receipts given so far then end.`,
      )
    return kept
  }
  const secret = randomBytes(32)
  const handle = await open(`${path}.part`, 'w', 0o600)
  await handle.writeFile(secret)
  await handle.sync()
  await handle.close()
  await rename(`${path}.part`, path)
  await syncPath(dataDir)
  return secret
}

const algorithm = 'aes-256-gcm'
const keyFor = (secret: Buffer, purpose: string) => createHmac('sha256', secret).update(`seal|${purpose}`).digest()

/** For text that must be shown again but must not be read from a stolen database. */
export function seal(secret: Buffer, purpose: string, text: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv(algorithm, keyFor(secret, purpose), nonce)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')
}

/** Undefined when it was sealed with another secret, or not at all. */
export function unseal(secret: Buffer, purpose: string, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64')
  try {
    const opener = createDecipheriv(algorithm, keyFor(secret, purpose), bytes.subarray(0, 12))
    opener.setAuthTag(bytes.subarray(12, 28))
    return Buffer.concat([opener.update(bytes.subarray(28)), opener.final()]).toString('utf8')
  } catch {
    return undefined
  }
}
