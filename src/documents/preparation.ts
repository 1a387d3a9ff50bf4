import { currentConnectivity, watchConnectivity } from '../core/api/connectivity.ts'
import { beforeLock, isEncrypted, LockedError, openDossier, watchKeyring } from '../core/crypto/keyring.ts'
import { forgetAwaiting } from '../core/db/awaiting.ts'
import { listMine } from '../core/db/dossiers.ts'
import { isReady } from '../core/db/ready.ts'
import { keptSourceFiles, pickIdOf, sourceFileKey } from '../core/db/source-files.ts'
import { createState } from '../core/platform/signals.ts'
import { sendAgain } from '../outbox/api.ts'
import type { Item } from '../outbox/item.ts'
import { itemsOf, onItemsChanged } from '../outbox/items.ts'
import type { DocumentType } from '../spec/documents.ts'
import { requiredMessage } from '../spec/text.ts'
import type { Edit } from './image/geometry.ts'
import type { preparePhoto } from './image/prepare.page.ts'
import { perhapsReceived } from './image/text.ts'
import { keepPicked, prepareKept, preparePicked, type Taken, withdrawPhoto } from './prepare.ts'
import { beginEdit, forgetSource, pickedSource, rememberSource, type Source } from './source.ts'
import { notAtHandMessage, notLoadedMessage } from './text.ts'
import { createQueuePrepared, type UploadTarget, uploadTarget } from './upload-target.ts'
import { type Local, type Locals, outcome, underWay } from './view.ts'

/** Where photos lie while they are being prepared, one per document, and what is said of each of them. */
export function createJobs(onPostponed: () => void) {
  const { get, set, subscribe } = createState<Locals>({})
  const running = new Map<string, AbortController>()
  let readers = 0

  /** No picture is held for a screen that is not there. */
  function letPicturesGo(): void {
    if (readers === 0) for (const local of Object.values(get())) delete local.picture
  }
  function say(key: string, local: Local): void {
    // It may have been locked while the photo was being prepared.
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
    /** A newer file for the same document takes the place of the older one, wherever that one has got to. */
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

/** How soon the code that prepares photos is asked for again: nothing tells when a single file can be had. */
const againMs = 10_000

/** What the desk has of its surroundings; disk and queue are the same in Node. */
export interface PreparationPorts {
  prepare: typeof preparePhoto
  /** Two tabs must not decode one photo twice: who comes second waits, and then finds nothing left to do. */
  alone(name: string, signal: AbortSignal, work: () => Promise<Taken>): Promise<Taken>
  after(ms: number, work: () => void): void
}

export type Preparation = ReturnType<typeof createPreparation>

/** Takes photos on their way from the picker to the queue, for every screen and beyond the life of each. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: its verbs share one bench, and none is longer than a screen
export function createPreparation({ prepare, alone, after }: PreparationPorts) {
  const { begin, follow, forget, get, isRunning, say, stop, subscribe } = createJobs(() => after(againMs, goOn))

  const once = (pickId: string | undefined, signal: AbortSignal, work: () => Promise<Taken>): Promise<Taken> =>
    pickId ? alone(`photo/${pickId}`, signal, work) : work()

  async function choose(to: UploadTarget, document: DocumentType, file: File): Promise<void> {
    const key = sourceFileKey(to.dossier, document)
    const signal = begin(key)
    say(key, { preparing: true })
    const picked = await keepPicked(file, document, to, signal)
    const hasCome = () => forgetAwaiting({ dossier: to.dossier, document }).catch(() => undefined)
    // Of one that no disk holds, a page that dies in its middle leaves the word that it is missing.
    const isHeld = typeof picked === 'string' || picked.pick !== undefined
    if (isHeld) await hasCome()
    if (signal.aborted) return
    const work =
      typeof picked === 'string'
        ? Promise.resolve({ kept: false as const, fault: picked })
        : once(picked.pick, signal, () => preparePicked(picked, document, to, signal, {}, prepare))
    await follow(to, document, work, signal)
    if (!isHeld) await hasCome()
  }

  /** Without a source: the photo that was picked last on this page. */
  async function edit(to: UploadTarget, document: DocumentType, wanted: Edit, given?: Source): Promise<void> {
    const { dossier } = to
    const key = sourceFileKey(dossier, document)
    // At once, or the last success of another photo would lead the student away from this one.
    say(key, underWay(get()[key]))
    const source = given ?? pickedSource(dossier, document)
    const from = source && (await beginEdit(dossier, document, source).catch(() => undefined))
    if (!source || !from) return say(key, outcome({ kept: false, fault: notAtHandMessage }, get()[key]))
    const signal = begin(key)
    const work = preparePicked(from, document, to, signal, { edit: wanted }, prepare).then(taken => {
      if (taken.kept) rememberSource(dossier, document, { ...source, edit: wanted, fingerprint: taken.fingerprint })
      // Nothing of this lies on the disk to wait for the network; the photo as it was still does.
      return 'postponed' in taken ? { kept: false as const, fault: notLoadedMessage } : taken
    })
    await follow(to, document, work, signal)
  }

  /** The advice was read and not taken, or the sheet not cropped. */
  function keepAnyway({ dossier }: UploadTarget, document: DocumentType): void {
    const key = sourceFileKey(dossier, document)
    say(key, { preparing: false, ...get()[key], advice: [], sheet: null, removed: undefined })
  }

  /** What the provider has accepted stays; then only a newer photo was taken back. */
  async function remove(to: UploadTarget, document: DocumentType, item: Item | undefined): Promise<void> {
    const key = sourceFileKey(to.dossier, document)
    stop(key)
    await withdrawPhoto(document, to)
    forgetSource(to.dossier, document)
    const removed = item?.left ? perhapsReceived : requiredMessage
    // Nothing is missing of what is only prepared.
    say(key, { preparing: false, removed: !to.request || item?.state === 'accepted' ? undefined : removed })
  }

  /** The same photo once more, after a refusal. */
  const resend = (item: Item): Promise<void> => sendAgain(item.id, Date.now())

  const queuePrepared = createQueuePrepared((key, fault) => {
    if (fault ?? get()[key]?.fault) say(key, { ...underWay(get()[key]), preparing: false, fault })
  })

  /** With what a page that died, or a network that was gone, has left on the disk: of whoever's photos can be read here. */
  async function goOn(): Promise<void> {
    await queuePrepared()
    try {
      for (const dossier of (await listMine()).mine) {
        const { id, handed } = dossier
        // The device that has it now prepares them.
        if (handed) continue
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
      // It was locked while it was read.
      if (!(error instanceof LockedError)) reportError(error)
    }
  }

  return { get, subscribe, choose, edit, keepAnyway, remove, resend, goOn, queuePrepared, forget }
}

/** Goes on whenever that may help: with the network, and with whoever's dossier is opened. */
export function keepGoing({ goOn, queuePrepared, forget }: Preparation): () => void {
  const ends = [
    watchConnectivity(() => {
      if (currentConnectivity() !== 'away') goOn()
    }),
    watchKeyring(() => {
      if (openDossier()) goOn()
    }),
    // A code was accepted, or another tab has prepared one more.
    onItemsChanged(queuePrepared),
    // Nothing is remembered of a locked dossier. What was begun still ends in the queue, sealed: nobody else can go on.
    beforeLock(forget),
  ]
  return () => {
    for (const end of ends) end()
  }
}
