import { randomBytes } from 'node:crypto'
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
