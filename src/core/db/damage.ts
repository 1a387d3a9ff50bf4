/** A record is there, and what it held is lost: nobody reads it any more, on no try. */
export class DamagedError extends Error {
  override readonly name = 'DamagedError'
}

/**
 * What browsers say of a large value whose file is gone or short (Chromium, Firefox), and ciphers
 * of what was altered, or encrypted under a key that is lost.
 */
const names = ['DamagedError', 'NotReadableError', 'DataError', 'DataCloneError', 'OperationError']

/** Chromium, of one whose file is short; it has no better name for it. */
const short = /large IndexedDB value/

/** Whether the record is damaged, and not the disk for a moment. */
export function isDamage(error: unknown): boolean {
  const { name = '', message = '' } = (error ?? {}) as Partial<Error>
  return names.includes(name) || short.test(message)
}

/** Whether another try may still help. */
export const mayPass = (error: unknown): boolean => short.test((error as Error).message)

/** Written by a newer build, which reads it: no build before it may touch it. */
export const isNewer = (row: unknown): boolean =>
  typeof row === 'object' && row !== null && 'shape' in row && Number(row.shape) > 1
