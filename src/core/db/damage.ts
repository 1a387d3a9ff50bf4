/** A record is there, and what it held is lost: nobody reads it any more, on no try. */
export class DamagedError extends Error {
  override readonly name = 'DamagedError'
}

/**
 * What browsers say of a large value whose file is gone or short (Chromium, Firefox), and ciphers
 * of what was altered, or encrypted under a key that is lost.
 */
const names = ['DamagedError', 'NotReadableError', 'DataError', 'DataCloneError', 'OperationError']

/** Whether reading it once more would fail in the same way. */
export const isDamage = (error: unknown): boolean =>
  names.includes((error as Error | null)?.name ?? '')

/** Written by a newer build, which reads it: no build before it may touch it. */
export const isNewer = (row: unknown): boolean =>
  typeof row === 'object' && row !== null && 'shape' in row && Number(row.shape) > 1
