import { currentConnectivity, watchConnectivity } from '../core/api/connectivity.ts'
import { beforeLock, LockedError, openDossier, watchKeyring } from '../core/crypto/keyring.ts'
import { forgetAwaiting } from '../core/db/awaiting.ts'
import { isDamage } from '../core/db/damage.ts'
import { type Dossier, listMine } from '../core/db/dossiers.ts'
import { isReady } from '../core/db/ready.ts'
import { keptSourceFiles, sourceFileKey, sourceFileRevision } from '../core/db/source-files.ts'
import { againMs, loadPart } from '../core/platform/lazy-part.ts'
import { sendAgain } from '../outbox/api.ts'
import type { Item } from '../outbox/item.ts'
import { itemsOf, listItems, onItemsChanged } from '../outbox/items.ts'
import type { DocumentType } from '../spec/documents.ts'
import { requiredMessage } from '../spec/text.ts'
import {
  type EditSource,
  forgetSource,
  pickedSource,
  pickSource,
  rememberSource,
} from './edit-source.ts'
import type { Edit } from './image/geometry.ts'
import type { preparePhoto } from './image/photo-worker.page.ts'
import { perhapsReceived } from './image/text.ts'
import { createJobs } from './jobs.ts'
import { mayBeLighter } from './lighten.rule.ts'
import { destinationOf, pickFile, readPicked, takesDocuments, withdrawPhoto } from './pick.ts'
import { overtaken, prepareAgain, preparePicked, type Taken } from './prepare.ts'
import { createQueueReady, queuePrepared } from './queue.ts'
import { notAtHandMessage, notLoadedMessage } from './text.ts'
import { outcome, underWay } from './view.ts'

/** Milliseconds. A file that lies on the phone is read by then, also on a slow one. */
const slowMs = 5_000

/** What the photo service needs from the browser; disk and queue are the same in Node. */
export interface PhotoServicePorts {
  prepare: typeof preparePhoto
  /**
   * Two tabs must not decode one photo twice: the second tab waits, and then finds nothing left to
   * do.
   */
  alone(name: string, signal: AbortSignal, work: () => Promise<Taken>): Promise<Taken>
  after(ms: number, work: () => void): void
  /** Asks the browser not to evict what lies on the device. */
  persist(): void
}

export type PhotoService = ReturnType<typeof createPhotoService>

/**
 * Takes photos from the picker to the queue. All screens share it, and it outlives each of them.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: its functions share the jobs; none is longer than a screen
export function createPhotoService({ prepare, alone, after, persist }: PhotoServicePorts) {
  const { begin, follow, forget, get, isRunning, show, stop, subscribe } = createJobs(() =>
    after(againMs, goOn),
  )

  const once = (
    revision: string | undefined,
    signal: AbortSignal,
    work: () => Promise<Taken>,
  ): Promise<Taken> => (revision ? alone(`photo/${revision}`, signal, work) : work())

  /** A photo came for this document: picked, prepared, queued. */
  async function choose(dossier: Dossier, document: DocumentType, file: File): Promise<void> {
    const { id } = dossier
    const key = sourceFileKey(id, document)
    const signal = begin(key)
    show(key, { preparing: true, reading: 'begun' })
    after(slowMs, () => {
      if (!signal.aborted && get()[key]?.reading) show(key, { preparing: true, reading: 'slow' })
    })
    const picked = await pickFile(file, dossier, document, signal, () =>
      show(key, { preparing: true }),
    )
    const hasCome = () => forgetAwaiting({ dossier: id, document }).catch(() => undefined)
    // If the disk holds no copy, the awaiting mark stays: when the page ends in the middle, it
    // tells that the photo is missing.
    const isHeld = typeof picked === 'string' || picked.revision !== undefined
    if (signal.aborted) return
    if (isHeld) await hasCome()
    if (signal.aborted) return
    const work =
      typeof picked === 'string'
        ? Promise.resolve({ kept: false as const, fault: picked })
        : once(picked.revision, signal, () =>
            queuePrepared(picked, preparePicked(picked, signal, {}, prepare), signal),
          )
    await follow(id, document, work, signal)
    if (!isHeld) await hasCome()
    persist()
  }

  /** Without a source, edits the photo that was picked last on this page. */
  async function edit(
    dossier: Dossier,
    document: DocumentType,
    wanted: Edit,
    given?: EditSource,
  ): Promise<void> {
    const { id } = dossier
    const key = sourceFileKey(id, document)
    // At once: otherwise the last success of another photo would lead the student away from this
    // one.
    show(key, underWay(get()[key]))
    const source = given ?? pickedSource(id, document)
    const picked = source && (await pickSource(dossier, document, source).catch(() => undefined))
    if (!source || !picked)
      return show(key, outcome({ kept: false, fault: notAtHandMessage }, get()[key]))
    const signal = begin(key)
    const prepared = preparePicked(picked, signal, { edit: wanted }, prepare)
    const work = queuePrepared(picked, prepared, signal, true).then(taken => {
      if (taken.kept)
        rememberSource(id, document, { ...source, edit: wanted, fingerprint: taken.fingerprint })
      // No edited photo lies on the disk to wait for the network; the photo before the edit still
      // does.
      return 'postponed' in taken ? { kept: false as const, fault: notLoadedMessage } : taken
    })
    await follow(id, document, work, signal)
  }

  /** The student has read the advice and keeps the photo, or leaves the sheet uncropped. */
  function keepAnyway(dossier: string, document: DocumentType): void {
    const key = sourceFileKey(dossier, document)
    show(key, { preparing: false, ...get()[key], advice: [], sheet: null, removed: undefined })
  }

  /**
   * What the provider has accepted stays, and so does what was there before a file whose bytes have
   * not come.
   */
  async function remove(
    { id, kind }: Dossier,
    document: DocumentType,
    item: Item | undefined,
  ): Promise<void> {
    const key = sourceFileKey(id, document)
    const { reading } = get()[key] ?? {}
    stop(key)
    if (reading) await forgetAwaiting({ dossier: id, document })
    else {
      await withdrawPhoto(id, document)
      forgetSource(id, document)
    }
    const stays = reading ? item : item?.state === 'accepted'
    // After a photo that was only prepared, or with another one in place, no document is missing.
    const isMissing = !stays && takesDocuments(kind, await itemsOf(id))
    const words = item?.left ? perhapsReceived : requiredMessage
    show(key, { preparing: false, removed: isMissing ? words : undefined })
    // What lay there before it may still have to be prepared.
    if (reading) await goOn()
  }

  /** Sends the same photo once more, after a refusal. */
  const resend = (item: Item): Promise<void> => sendAgain(item.id, Date.now())

  const queueReady = createQueueReady((key, fault) => {
    if (fault ?? get()[key]?.fault) show(key, { ...underWay(get()[key]), preparing: false, fault })
  })

  /**
   * Continues what an ended page, or a lost network, has left on the disk, in each dossier that can
   * be read here.
   */
  async function goOn(): Promise<void> {
    await queueReady()
    try {
      for (const dossier of (await listMine()).mine) {
        const { id, transferred } = dossier
        // The dossier was transferred: the other device prepares its photos.
        if (transferred) continue
        for (const document of await keptSourceFiles(id)) {
          const key = sourceFileKey(id, document)
          const to = destinationOf(dossier, document, await itemsOf(id))
          if ((await isReady(id, document).catch(isDamage)) || isRunning(key)) continue
          const signal = begin(key)
          const work = async (): Promise<Taken> => {
            const picked = await readPicked(to)
            if (typeof picked === 'string') return { kept: false, fault: picked }
            return picked
              ? queuePrepared(picked, prepareAgain(picked, signal, prepare), signal)
              : overtaken
          }
          follow(
            id,
            document,
            sourceFileRevision(id, document).then(revision => once(revision, signal, work)),
            signal,
          )
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
      const made = loadPart(() => import('./lighten.ts')).then(({ lightenPhoto }) =>
        lightenPhoto(item, prepare),
      )
      if (!(await made.catch(() => false))) tried.delete(item.digest)
    }
  }
  return {
    get,
    subscribe,
    choose,
    edit,
    keepAnyway,
    remove,
    resend,
    goOn,
    queueReady,
    makeLighter,
    forget,
  }
}

/**
 * Continues whenever that may help: when the network returns, when a dossier is opened, when items
 * change.
 */
export function keepGoing({ goOn, queueReady, makeLighter, forget }: PhotoService): () => void {
  const ends = [
    watchConnectivity(() => {
      if (currentConnectivity() !== 'away') goOn()
    }),
    watchKeyring(() => {
      if (openDossier()) goOn()
    }),
    // A code was accepted, or another tab has prepared one more.
    onItemsChanged(queueReady),
    // One more connection was lost in the middle of a photo.
    onItemsChanged(() => makeLighter().catch(reportError)),
    // On lock, the UI state is forgotten. A running job still ends in the queue, encrypted: no
    // other page can continue it.
    beforeLock(forget),
  ]
  return () => {
    for (const end of ends) end()
  }
}
