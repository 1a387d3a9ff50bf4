import type { Item } from '../outbox/item.ts'
import { announce } from '../outbox/signals.ts'
import type { Mend } from '../photos/geometry.ts'
import { perhapsReceived } from '../photos/text.ts'
import { currentReach, watchReach } from '../provider/reach.ts'
import type { DocumentType } from '../rules/documents.ts'
import { forgetAwaiting } from '../storage/awaiting.ts'
import { keptOriginals, listMine, originalKey, pickOf } from '../storage/dossiers.ts'
import { beforeLock, LockedError, openDossier, watchKeyring } from '../vault/keyring.ts'
import { isSealed } from '../vault/sealed-id.ts'
import { beginMend, forgetSource, pickedSource, rememberSource, type Source } from './source.ts'
import {
  type Destination,
  destinationOf,
  keepPicked,
  prepareKept,
  preparePicked,
  type Taken,
  takeBack,
} from './take.ts'
import { notAtHandMessage, notLoadedMessage, requiredMessage } from './text.ts'
import { type Local, outcome, underWay } from './view.ts'

/** How soon the code that prepares photos is asked for again: nothing tells when a single file can be had. */
const againMs = 10_000

/** What is said of each document on this page. */
let locals: Readonly<Record<string, Local>> = {}
const running = new Map<string, AbortController>()
const watchers = new Set<() => void>()

export const currentLocals = () => locals

export function watchLocals(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => {
    watchers.delete(watcher)
    tell()
  }
}

/** No picture is held for a screen that is not there. */
function tell(): void {
  if (watchers.size === 0) for (const local of Object.values(locals)) delete local.picture
  for (const watcher of watchers) watcher()
}

function say(key: string, local: Local): void {
  // It may have been locked while the photo was being prepared.
  if (isSealed(key) && !key.startsWith(`${openDossier()}/`)) return
  locals = { ...locals, [key]: local }
  tell()
}

/** A newer file for the same document takes the place of the older one, wherever that one has got to. */
function begin(key: string): AbortSignal {
  running.get(key)?.abort()
  const task = new AbortController()
  running.set(key, task)
  return task.signal
}

async function follow({ dossier }: Destination, document: DocumentType, work: Promise<Taken>, signal: AbortSignal) {
  const key = originalKey(dossier, document)
  say(key, underWay(locals[key]))
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
  if ('postponed' in taken) setTimeout(goOn, againMs)
  say(key, outcome(taken, locals[key]))
}

/** Two tabs must not decode one photo twice: who comes second waits, and then finds nothing left to do. */
async function alone(pick: string | undefined, signal: AbortSignal, work: () => Promise<Taken>): Promise<Taken> {
  return pick && navigator.locks ? navigator.locks.request(`photo/${pick}`, { signal }, work) : work()
}

export async function choose(to: Destination, document: DocumentType, file: File): Promise<void> {
  const key = originalKey(to.dossier, document)
  const signal = begin(key)
  say(key, { preparing: true })
  const picked = await keepPicked(file, document, to, signal)
  await forgetAwaiting().catch(() => undefined)
  if (signal.aborted) return
  const work =
    typeof picked === 'string'
      ? Promise.resolve({ kept: false as const, fault: picked })
      : alone(picked.pick, signal, () => preparePicked(picked, document, to, signal))
  await follow(to, document, work, signal)
}

/** Without a source: the photo that was picked last on this page. */
export async function mend(to: Destination, document: DocumentType, wanted: Mend, given?: Source): Promise<void> {
  const { dossier } = to
  const key = originalKey(dossier, document)
  // At once, or the last success of another photo would lead the student away from this one.
  say(key, underWay(locals[key]))
  const source = given ?? pickedSource(dossier, document)
  const from = source && (await beginMend(dossier, document, source).catch(() => undefined))
  if (!source || !from) return say(key, outcome({ kept: false, fault: notAtHandMessage }, locals[key]))
  const signal = begin(key)
  const work = preparePicked(from, document, to, signal, { mend: wanted }).then(taken => {
    if (taken.kept) rememberSource(dossier, document, { ...source, mend: wanted, fingerprint: taken.fingerprint })
    // Nothing of this lies on the disk to wait for the network; the photo as it was still does.
    return 'postponed' in taken ? { kept: false as const, fault: notLoadedMessage } : taken
  })
  await follow(to, document, work, signal)
}

/** The advice was read and not taken. */
export function keepAnyway({ dossier }: Destination, document: DocumentType): void {
  const key = originalKey(dossier, document)
  say(key, { preparing: false, ...locals[key], advice: [], removed: undefined })
}

/** What the provider has accepted stays; then only a newer photo was taken back. */
export async function remove(to: Destination, document: DocumentType, item: Item | undefined): Promise<void> {
  const key = originalKey(to.dossier, document)
  running.get(key)?.abort()
  running.delete(key)
  await takeBack(document, to)
  forgetSource(to.dossier, document)
  const removed = item?.left ? perhapsReceived : requiredMessage
  say(key, { preparing: false, removed: item?.state === 'accepted' ? undefined : removed })
  announce({ kind: 'changed' })
}

/** With what a page that died, or a network that was gone, has left on the disk: of whoever's photos can be read here. */
export async function goOn(): Promise<void> {
  try {
    for (const { id, kind, answers } of (await listMine()).mine)
      for (const document of await keptOriginals(id)) {
        const key = originalKey(id, document)
        if (running.has(key)) continue
        const to = destinationOf(id, kind, answers.matricule ?? '')
        const signal = begin(key)
        const work = pickOf(id, document).then(pick => alone(pick, signal, () => prepareKept(document, to, signal)))
        follow(to, document, work, signal)
      }
  } catch (error) {
    // It was locked while it was read.
    if (!(error instanceof LockedError)) reportError(error)
  }
}

watchReach(() => {
  if (currentReach() !== 'away') goOn()
})
watchKeyring(() => {
  if (openDossier()) goOn()
})
// Nothing is remembered of a locked dossier. What was begun still ends in the queue, sealed: nobody else can go on with it.
beforeLock(() => {
  locals = {}
})
