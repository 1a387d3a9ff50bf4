/**
 * A marker in localStorage that IndexedDB held something: a browser that wipes IndexedDB often
 * leaves localStorage, and the wizard must not look as if the student had never entered anything.
 * Holds no personal data.
 */
export const keptKey = 'portail-garde'

export function markKept(): void {
  withStorage(storage => storage.setItem(keptKey, '1'))
}

export function unmarkKept(): void {
  withStorage(storage => storage.removeItem(keptKey))
}

export function wasKept(): boolean {
  return withStorage(storage => storage.getItem(keptKey)) === '1'
}

export const sharedKey = 'portail-partage'

/**
 * Marks a shared device outside the database: while that can't be read, the device must not count
 * as personal.
 */
export function markShared(shared: boolean): void {
  withStorage(storage => (shared ? storage.setItem(sharedKey, '1') : storage.removeItem(sharedKey)))
}

/** @returns undefined where no marker can be read */
export function wasShared(): boolean | undefined {
  return withStorage(storage => storage.getItem(sharedKey) === '1')
}

export const openKey = 'portail-ouvert'

/**
 * Until when stored dates let students in, in milliseconds by this device's clock: so a page knows
 * before its first paint whether it may show the form (build/neutral-page.ts).
 */
export function markOpen(until: number): void {
  withStorage(storage => storage.setItem(openKey, String(until)))
}

export const asDrawnKey = 'portail-debut'

/**
 * Whether the draft that is kept here belongs into the wizard's first step as the build has drawn
 * it: nobody was looked up, nothing was sent.
 */
export function markAsDrawn(is: boolean): void {
  withStorage(storage => (is ? storage.setItem(asDrawnKey, '1') : storage.removeItem(asDrawnKey)))
}

const noteKeys = { had: 'portail-temoin', lost: 'portail-perdu' } as const

/** What the witness has noted (witness.page.ts), as JSON; undefined where nothing can be read. */
export function readNote(of: keyof typeof noteKeys): string | undefined {
  return withStorage(storage => storage.getItem(noteKeys[of])) ?? undefined
}

export const hasWitness = (): boolean =>
  readNote('had') !== undefined || readNote('lost') !== undefined

export function writeNote(of: keyof typeof noteKeys, note: string): void {
  withStorage(storage =>
    note === '{}' ? storage.removeItem(noteKeys[of]) : storage.setItem(noteKeys[of], note),
  )
}

const lensKey = (facing: string) => `portail-camera-${facing}`

/**
 * The camera that was chosen last, of those that face this way at first; not in the database, which
 * may not answer.
 */
export function rememberLens(facing: string, id: string): void {
  withStorage(storage => storage.setItem(lensKey(facing), id))
}

/** @returns none, or one */
export function lastLens(facing: string): string[] {
  return [withStorage(storage => storage.getItem(lensKey(facing))) || []].flat()
}

/** Also what others have left there. */
export function clearMarkers(): void {
  for (const kind of kinds) withStorage(storage => storage.clear(), kind)
}

const kinds = ['localStorage', 'sessionStorage'] as const

interface Box {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
  clear(): void
}

/**
 * A browser that blocks cookies blocks localStorage, and a worker has none: then all of it counts
 * as missing.
 */
function withStorage<T>(
  use: (storage: Box) => T,
  kind: (typeof kinds)[number] = 'localStorage',
): T | undefined {
  try {
    const storage = (globalThis as Partial<Record<typeof kind, Box>>)[kind]
    return storage && use(storage)
  } catch {
    return undefined
  }
}
