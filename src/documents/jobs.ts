import { isEncrypted, openDossier } from '../core/crypto/keyring.ts'
import { sourceFileKey } from '../core/db/source-files.ts'
import { createState } from '../core/platform/signals.ts'
import type { DocumentType } from '../spec/documents.ts'
import { rememberSource } from './edit-source.ts'
import { overtaken, type Taken } from './prepare.ts'
import { type Local, type Locals, outcome, underWay } from './view.ts'

/** The running job and the UI state of each document. */
export function createJobs(onPostponed: () => void) {
  const { get, set, subscribe } = createState<Locals>({})
  const running = new Map<string, AbortController>()
  let readers = 0

  /** Drops the pictures when no screen displays them. */
  function letPicturesGo(): void {
    if (readers === 0) for (const local of Object.values(get())) delete local.picture
  }
  function show(key: string, local: Local): void {
    // The dossier may have been locked while the photo was being prepared.
    if (isEncrypted(key) && !key.startsWith(`${openDossier()}/`)) return
    set({ ...get(), [key]: local })
    letPicturesGo()
  }
  function stop(key: string): void {
    running.get(key)?.abort()
    running.delete(key)
  }
  return {
    get,
    subscribe(reader: () => void): () => void {
      readers += 1
      const leave = subscribe(reader)
      return () => {
        leave()
        readers -= 1
        letPicturesGo()
      }
    },
    show,
    forget: () => set({}),
    isRunning: (key: string) => running.has(key),
    stop,
    /**
     * Starts a job. A newer file for the same document aborts the older one's job, whatever its
     * step.
     */
    begin(key: string): AbortSignal {
      stop(key)
      const task = new AbortController()
      running.set(key, task)
      return task.signal
    },
    async follow(
      dossier: string,
      document: DocumentType,
      work: Promise<Taken>,
      signal: AbortSignal,
    ) {
      const key = sourceFileKey(dossier, document)
      show(key, underWay(get()[key]))
      const taken = await work.catch((error): Taken => {
        if (!signal.aborted) reportError(error)
        return overtaken
      })
      if (signal.aborted) return
      running.delete(key)
      if (taken.kept && !taken.wasEdited) {
        const { from: picture, corners, fingerprint } = taken
        rememberSource(dossier, document, { picture, corners, edit: undefined, fingerprint })
      }
      if ('postponed' in taken) onPostponed()
      show(key, outcome(taken, get()[key]))
    },
  }
}
