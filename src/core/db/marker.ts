/**
 * A trace outside IndexedDB that something was kept there: a browser that wiped the one often left the other, and an
 * empty wizard must not look as if nothing had been there. Holds no personal data.
 */
const key = 'portail-garde'

export function markKept(): void {
  withStorage(storage => storage.setItem(key, '1'))
}

export function unmark(): void {
  withStorage(storage => storage.removeItem(key))
}

export function wasKept(): boolean {
  return withStorage(storage => storage.getItem(key)) === '1'
}

const sharedKey = 'portail-partage'

/** A device whose database can't be read for a moment must not pass for somebody's own. */
export function markShared(shared: boolean): void {
  withStorage(storage => (shared ? storage.setItem(sharedKey, '1') : storage.removeItem(sharedKey)))
}

export function wasShared(): boolean {
  return withStorage(storage => storage.getItem(sharedKey)) === '1'
}

interface Box {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

/** Blocked cookies block this, too; a worker has none. Then a wipe can't be told, and nothing else depends on it. */
function withStorage<T>(use: (storage: Box) => T): T | undefined {
  try {
    const { localStorage } = globalThis as { localStorage?: Box }
    return localStorage && use(localStorage)
  } catch {
    return undefined
  }
}
