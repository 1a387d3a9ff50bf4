import { currentConnectivity, watchConnectivity } from '../core/api/connectivity.ts'
import { beforeLock, isEncrypted, LockedError, openDossier, watchKeyring } from '../core/crypto/keyring.ts'
import { forgetAwaiting } from '../core/db/awaiting.ts'
import { listMine } from '../core/db/dossiers.ts'
import { isReady } from '../core/db/ready.ts'
import { keptSourceFiles, pickIdOf, sourceFileKey } from '../core/db/source-files.ts'
import { againMs, loadPart } from '../core/platform/lazy-part.ts'
import { createState } from '../core/platform/signals.ts'
import { sendAgain } from '../outbox/api.ts'
import type { Item } from '../outbox/item.ts'
import { itemsOf, listItems, onItemsChanged } from '../outbox/items.ts'
import type { DocumentType } from '../spec/documents.ts'
import { requiredMessage } from '../spec/text.ts'
import type { Edit } from './image/geometry.ts'
import type { preparePhoto } from './image/prepare.page.ts'
import { perhapsReceived } from './image/text.ts'
import { mayBeLighter } from './lighter.rule.ts'
import { keepPicked, prepareKept, preparePicked, type Taken, withdrawPhoto } from './prepare.ts'
import { beginEdit, forgetSource, pickedSource, rememberSource, type Source } from './source.ts'
import { notAtHandMessage, notLoadedMessage } from './text.ts'
import { createQueuePrepared, type UploadTarget, uploadTarget } from './upload-target.ts'
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
  function say(key: string, local: Local): void {
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
    say,
    forget: () => set({}),
    isRunning: (key: string) => running.has(key),
    stop,
    /** Starts a job. A newer file for the same document aborts the older one's job, whatever its step. */
    begin(key: string): AbortSignal {
      stop(key)
      const task = new AbortController()
      running.set(key, task)
      return task.signal
    },
    async follow({ dossier }: UploadTarget, document: DocumentType, work: Promise<Taken>, signal: AbortSignal) {
      const key = sourceFileKey(dossier, document)
      say(key, underWay(get()[key]))
      const taken = await work.catch((error): Taken => {
        if (!signal.aborted) reportError(error)
        return { kept: false, fault: undefined }
      })
      if (signal.aborted) return
      running.delete(key)
      if (taken.kept && !taken.wasEdited) {
        const { from: picture, corners, fingerprint } = taken
        rememberSource(dossier, document, { picture, corners, edit: undefined, fingerprint })
      }
      if ('postponed' in taken) onPostponed()
      say(key, outcome(taken, get()[key]))
    },
  }
}

/** Milliseconds. A file that lies on the phone is read by then, also on a slow one. */
const slowMs = 5_000

/** What the preparation service needs from the browser; disk and queue are the same in Node. */
export interface PreparationPorts {
  prepare: typeof preparePhoto
  /** Two tabs must not decode one photo twice: the second tab waits, and then finds nothing left to do. */
  alone(name: string, signal: AbortSignal, work: () => Promise<Taken>): Promise<Taken>
  after(ms: number, work: () => void): void
}

export type Preparation = ReturnType<typeof createPreparation>

/** Takes photos from the picker to the queue. All screens share it, and it outlives each of them. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: its functions share the jobs; none is longer than a screen
export function createPreparation({ prepare, alone, after }: PreparationPorts) {
  const { begin, follow, forget, get, isRunning, say, stop, subscribe } = createJobs(() => after(againMs, goOn))

  const once = (pickId: string | undefined, signal: AbortSignal, work: () => Promise<Taken>): Promise<Taken> =>
    pickId ? alone(`photo/${pickId}`, signal, work) : work()

  async function choose(to: UploadTarget, document: DocumentType, file: File): Promise<void> {
    const key = sourceFileKey(to.dossier, document)
    const signal = begin(key)
    say(key, { preparing: true, reading: 'begun' })
    after(slowMs, () => {
      if (!signal.aborted && get()[key]?.reading) say(key, { preparing: true, reading: 'slow' })
    })
    const picked = await keepPicked(file, document, to, signal, () => say(key, { preparing: true }))
    const hasCome = () => forgetAwaiting({ dossier: to.dossier, document }).catch(() => undefined)
    // If the disk holds no copy, the awaiting mark stays: when the page ends in the middle, it tells that the photo is
    // missing.
    const isHeld = typeof picked === 'string' || picked.pickId !== undefined
    if (signal.aborted) return
    if (isHeld) await hasCome()
    if (signal.aborted) return
    const work =
      typeof picked === 'string'
        ? Promise.resolve({ kept: false as const, fault: picked })
        : once(picked.pickId, signal, () => preparePicked(picked, document, to, signal, {}, prepare))
    await follow(to, document, work, signal)
    if (!isHeld) await hasCome()
  }

  /** Without a source, edits the photo that was picked last on this page. */
  async function edit(to: UploadTarget, document: DocumentType, wanted: Edit, given?: Source): Promise<void> {
    const { dossier } = to
    const key = sourceFileKey(dossier, document)
    // At once: otherwise the last success of another photo would lead the student away from this one.
    say(key, underWay(get()[key]))
    const source = given ?? pickedSource(dossier, document)
    const from = source && (await beginEdit(dossier, document, source).catch(() => undefined))
    if (!source || !from) return say(key, outcome({ kept: false, fault: notAtHandMessage }, get()[key]))
    const signal = begin(key)
    const work = preparePicked(from, document, to, signal, { edit: wanted }, prepare).then(taken => {
      if (taken.kept) rememberSource(dossier, document, { ...source, edit: wanted, fingerprint: taken.fingerprint })
      // No edited photo lies on the disk to wait for the network; the photo before the edit still does.
      return 'postponed' in taken ? { kept: false as const, fault: notLoadedMessage } : taken
    })
    await follow(to, document, work, signal)
  }

  /** The student has read the advice and keeps the photo, or leaves the sheet uncropped. */
  function keepAnyway({ dossier }: UploadTarget, document: DocumentType): void {
    const key = sourceFileKey(dossier, document)
    say(key, { preparing: false, ...get()[key], advice: [], sheet: null, removed: undefined })
  }

  /** What the provider has accepted stays, and so does what was there before a file whose bytes have not come. */
  async function remove(to: UploadTarget, document: DocumentType, item: Item | undefined): Promise<void> {
    const key = sourceFileKey(to.dossier, document)
    const { reading } = get()[key] ?? {}
    stop(key)
    if (reading) await forgetAwaiting({ dossier: to.dossier, document })
    else {
      await withdrawPhoto(document, to)
      forgetSource(to.dossier, document)
    }
    const removed = item?.left ? perhapsReceived : requiredMessage
    const stays = reading ? item : item?.state === 'accepted'
    // After a photo that was only prepared, or with another one in place, no document is missing.
    say(key, { preparing: false, removed: !to.request || stays ? undefined : removed })
    // What lay there before it may still have to be prepared.
    if (reading) await goOn()
  }

  /** Sends the same photo once more, after a refusal. */
  const resend = (item: Item): Promise<void> => sendAgain(item.id, Date.now())

  const queuePrepared = createQueuePrepared((key, fault) => {
    if (fault ?? get()[key]?.fault) say(key, { ...underWay(get()[key]), preparing: false, fault })
  })

  /** Continues what an ended page, or a lost network, has left on the disk, in each dossier that can be read here. */
  async function goOn(): Promise<void> {
    await queuePrepared()
    try {
      for (const dossier of (await listMine()).mine) {
        const { id, transferred } = dossier
        // The dossier was transferred: the other device prepares its photos.
        if (transferred) continue
        for (const document of await keptSourceFiles(id)) {
          const key = sourceFileKey(id, document)
          const to = uploadTarget(dossier, await itemsOf(id))
          if ((await isReady(id, document)) || isRunning(key)) continue
          const signal = begin(key)
          const prepared = () => prepareKept(document, to, signal, prepare)
          const work = pickIdOf(id, document).then(pickId => once(pickId, signal, prepared))
          follow(to, document, work, signal)
        }
      }
    } catch (error) {
      // The dossier was locked while it was read.
      if (!(error instanceof LockedError)) reportError(error)
    }
  }

  /** Digests of bodies. */
  const tried = new Set<string>()
  /** What is needed for it is loaded when a line cuts: most never do. */
  async function makeLighter(): Promise<void> {
    for (const item of await listItems()) {
      if (tried.has(item.digest) || !mayBeLighter(item)) continue
      tried.add(item.digest)
      // Its code has not come, or the disk is full: tried again when the outbox changes.
      const made = loadPart(() => import('./lighter.ts')).then(lighter => lighter.makeLighter(item, prepare))
      if (!(await made.catch(() => false))) tried.delete(item.digest)
    }
  }
  return { get, subscribe, choose, edit, keepAnyway, remove, resend, goOn, queuePrepared, makeLighter, forget }
}

/** Continues whenever that may help: when the network returns, when a dossier is opened, when items change. */
export function keepGoing({ goOn, queuePrepared, makeLighter, forget }: Preparation): () => void {
  const ends = [
    watchConnectivity(() => {
      if (currentConnectivity() !== 'away') goOn()
    }),
    watchKeyring(() => {
      if (openDossier()) goOn()
    }),
    // A code was accepted, or another tab has prepared one more.
    onItemsChanged(queuePrepared),
    // One more connection was lost in the middle of a photo.
    onItemsChanged(() => makeLighter().catch(reportError)),
    // On lock, the UI state is forgotten. A running job still ends in the queue, encrypted: no other page can continue
    // it.
    beforeLock(forget),
  ]
  return () => {
    for (const end of ends) end()
  }
}
