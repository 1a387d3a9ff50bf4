import { continued, databaseName } from './continued.rule.ts'
import type { Dossier } from './dossier.ts'

/**
 * The answers of the enrolment that is begun here, for a form that takes answers before React: read
 * past connection.ts, whose code a slow phone would have to run first. What it says counts as typed
 * (src/features/enrolment/draft.ts), and writes nothing.
 * @throws where the database can't be read
 */
export async function firstDraft(): Promise<Partial<Dossier['answers']>> {
  const database = await opened()
  try {
    const all = database.transaction('dossiers').objectStore('dossiers').getAll()
    return continued((await settled(all)) as Dossier[])?.answers ?? {}
  } finally {
    database.close()
  }
}

function opened(): Promise<IDBDatabase> {
  const opening = indexedDB.open(databaseName)
  // A database that is not there is not made.
  opening.onupgradeneeded = () => opening.transaction?.abort()
  return settled(opening)
}

const settled = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
