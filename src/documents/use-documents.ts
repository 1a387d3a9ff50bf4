import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Item } from '../outbox/item.ts'
import { record } from '../outbox/queue.ts'
import { announce } from '../outbox/signals.ts'
import { useSending } from '../outbox/use-outbox.ts'
import type { Mend } from '../photos/geometry.ts'
import { currentReach, watchReach } from '../provider/reach.ts'
import type { DocumentType } from '../rules/documents.ts'
import { forgetAwaiting } from '../storage/awaiting.ts'
import { keptOriginals } from '../storage/dossiers.ts'
import { beginMend, forgetSource, pickedSource, rememberSource, type Source } from './source.ts'
import { documentState } from './state.ts'
import { type Destination, keepPicked, prepareKept, preparePicked, type Taken, takeBack } from './take.ts'
import { notAtHandMessage, notLoadedMessage, requiredMessage } from './text.ts'
import { type DocumentView, type Local, outcome, underWay } from './view.ts'

/** What can be done with the documents of one dossier, and where each of them stands. */
export interface Documents {
  view(document: DocumentType): DocumentView
  choose(document: DocumentType, file: File | undefined): Promise<void>
  /** Without a source: the photo that was picked last on this page. */
  mend(document: DocumentType, mend: Mend, source?: Source): Promise<void>
  /** The advice was read and not taken. */
  keepAnyway(document: DocumentType): void
  remove(document: DocumentType): Promise<void>
  resend(item: Item): Promise<void>
}

/** How soon the code that prepares photos is asked for again: nothing tells when a single file can be had. */
const againMs = 10_000

export function useDocuments(to: Destination | undefined, items: readonly Item[] | undefined): Documents {
  const [local, setLocal] = useState<Partial<Record<DocumentType, Local>>>({})
  const running = useRef(new Map<DocumentType, AbortController>())
  const sending = useSending()

  const follow = useCallback(
    async (document: DocumentType, work: Promise<Taken>, task: AbortController) => {
      setLocal(all => ({ ...all, [document]: underWay(all[document]) }))
      const taken = await work
      if (task.signal.aborted) return
      running.current.delete(document)
      if (taken.kept && to && !taken.mended) {
        const { from: picture, corners, fingerprint } = taken
        rememberSource(to.dossier, document, { picture, corners, mend: undefined, fingerprint })
      }
      setLocal(all => ({ ...all, [document]: outcome(taken, all[document]) }))
    },
    [to],
  )

  /** A newer file for the same document takes the place of the older one, wherever that one has got to. */
  const begin = useCallback((document: DocumentType) => {
    running.current.get(document)?.abort()
    const task = new AbortController()
    running.current.set(document, task)
    return task
  }, [])

  const choose = useCallback(
    async (document: DocumentType, file: File | undefined) => {
      if (!to) return
      if (!file) {
        await forgetAwaiting().catch(() => undefined)
        // What was given before stays given; a browser may say so when its picker is left.
        setLocal(all => (all[document] ? all : { ...all, [document]: { preparing: false, fault: requiredMessage } }))
        return
      }
      const task = begin(document)
      setLocal(all => ({ ...all, [document]: { preparing: true } }))
      const picked = await keepPicked(file, document, to, task.signal)
      await forgetAwaiting().catch(() => undefined)
      if (task.signal.aborted) return
      if (typeof picked === 'string') await follow(document, Promise.resolve({ kept: false, fault: picked }), task)
      else await follow(document, preparePicked(picked, document, to, task.signal), task)
    },
    [to, begin, follow],
  )

  // A page that died between the copy and the queue left the original behind: go on with it, and go on again when the
  // network is back with what was missing to prepare it.
  const goOn = useCallback(async () => {
    if (!to) return
    for (const document of await keptOriginals(to.dossier)) {
      if (running.current.has(document)) continue
      const task = begin(document)
      follow(document, prepareKept(document, to, task.signal), task)
    }
  }, [to, begin, follow])
  const reach = useSyncExternalStore(watchReach, currentReach)
  useEffect(() => {
    if (reach !== 'away') goOn().catch(reportError)
  }, [reach, goOn])
  const postponed = Object.values(local).some(one => one.postponed)
  useEffect(() => {
    if (!postponed) return
    const timer = setInterval(() => goOn().catch(reportError), againMs)
    return () => clearInterval(timer)
  }, [postponed, goOn])

  const itemOf = (document: DocumentType) => items?.find(({ slot }) => slot === document)

  const mend = async (document: DocumentType, wanted: Mend, given?: Source) => {
    if (!to) return
    const source = given ?? pickedSource(to.dossier, document)
    const from = source && (await beginMend(to.dossier, document, source).catch(() => undefined))
    if (!source || !from) {
      const lost = { kept: false, fault: notAtHandMessage } as const
      setLocal(all => ({ ...all, [document]: outcome(lost, all[document]) }))
      return
    }
    const task = begin(document)
    const work = preparePicked(from, document, to, task.signal, { mend: wanted }).then(taken => {
      if (taken.kept) rememberSource(to.dossier, document, { ...source, mend: wanted, fingerprint: taken.fingerprint })
      // Nothing of this lies on the disk to wait for the network; the photo as it was still does.
      return 'postponed' in taken ? { kept: false as const, fault: notLoadedMessage } : taken
    })
    await follow(document, work, task)
  }

  const remove = async (document: DocumentType) => {
    if (!to) return
    running.current.get(document)?.abort()
    running.current.delete(document)
    await takeBack(document, to)
    forgetSource(to.dossier, document)
    setLocal(({ [document]: _, ...others }) => others)
    announce({ kind: 'changed' })
  }

  const keepAnyway = (document: DocumentType) =>
    setLocal(all => ({ ...all, [document]: { preparing: false, ...all[document], advice: [] } }))

  const view = (document: DocumentType): DocumentView => {
    const { preparing, ...rest }: Local = local[document] ?? { preparing: false }
    const item = itemOf(document)
    const state = documentState({ item, preparing, sendingId: sending?.id, fault: rest.fault })
    const progress = state === 'sending' && sending ? { sent: sending.sent, total: sending.total } : undefined
    return { ...rest, state, item, progress }
  }
  return { view, choose, mend, keepAnyway, remove, resend }
}

async function resend(item: Item): Promise<void> {
  await record(item.id, { kind: 'resent' }, Date.now())
  announce({ kind: 'changed' })
}
