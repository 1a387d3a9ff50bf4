/** Why the device did not keep something; each has its sentence, so that no failed write is swallowed. */
export type StorageTrouble = 'full' | 'blocked' | 'outdated' | 'locked' | 'unavailable'

export function storageTrouble(error: unknown): StorageTrouble {
  const name = error instanceof Error || error instanceof DOMException ? error.name : ''
  if (name === 'QuotaExceededError') return 'full'
  if (name === 'BlockedError') return 'blocked'
  if (name === 'VersionError') return 'outdated'
  if (name === 'LockedError') return 'locked'
  return 'unavailable'
}
