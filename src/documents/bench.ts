import { openDossier } from '../core/crypto/keyring.ts'
import { isSealed } from '../core/crypto/sealed-id.ts'
import { originalKey } from '../core/db/originals.ts'
import { createState } from '../core/platform/state.ts'
import type { DocumentType } from '../spec/documents.ts'
import type { Destination } from './destination.ts'
import { rememberSource } from './source.ts'
import type { Taken } from './take.ts'
import { type Local, type Locals, outcome, underWay } from './view.ts'

/** Where photos lie while they are being prepared, one per document, and what is said of each of them. */
export function createBench(onPostponed: () => void) {
  const { get, set, subscribe } = createState<Locals>({})
  const running = new Map<string, AbortController>()
  let readers = 0

  /** No picture is held for a screen that is not there. */
  function letPicturesGo(): void {
    if (readers === 0) for (const local of Object.values(get())) delete local.picture
  }
  function say(key: string, local: Local): void {
    // It may have been locked while the photo was being prepared.
    if (isSealed(key) && !key.startsWith(`${openDossier()}/`)) return
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
    say,
    forget: () => set({}),
    isRunning: (key: string) => running.has(key),
    stop,
    /** A newer file for the same document takes the place of the older one, wherever that one has got to. */
    begin(key: string): AbortSignal {
      stop(key)
      const task = new AbortController()
      running.set(key, task)
      return task.signal
    },
    async follow({ dossier }: Destination, document: DocumentType, work: Promise<Taken>, signal: AbortSignal) {
      const key = originalKey(dossier, document)
      say(key, underWay(get()[key]))
      const taken = await work.catch((error): Taken => {
        if (!signal.aborted) reportError(error)
        return { kept: false, fault: undefined }
      })
      if (signal.aborted) return
      running.delete(key)
      if (taken.kept && !taken.mended) {
        const { from: picture, corners, fingerprint } = taken
        rememberSource(dossier, document, { picture, corners, mend: undefined, fingerprint })
      }
      if ('postponed' in taken) onPostponed()
      say(key, outcome(taken, get()[key]))
    },
  }
}
