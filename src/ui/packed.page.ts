/**
 * Answers that a page leaves to itself when it is loaded again: of this tab alone, and only until
 * that page has begun. Only of a student's own device, since they lie in the clear.
 */
const key = 'portail-saisie'

type Packed = readonly (readonly [key: string, value: string])[]

/** A browser that blocks cookies blocks this too: then nothing is left. */
function inTab<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(sessionStorage)
  } catch {
    return undefined
  }
}

export const isPacked = (): boolean => Boolean(inTab(storage => storage.getItem(key)))

export function putPacked(packed: Packed): void {
  inTab(storage => storage.setItem(key, JSON.stringify(packed)))
}

export function takePacked(): Packed {
  return (
    inTab(storage => {
      const packed = storage.getItem(key)
      storage.removeItem(key)
      return packed && JSON.parse(packed)
    }) || []
  )
}
