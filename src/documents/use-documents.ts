import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Item } from '../outbox/item.ts'
import { record } from '../outbox/queue.ts'
import { announce } from '../outbox/signals.ts'
import { useSending } from '../outbox/use-outbox.ts'
import type { Advice } from '../photos/quality.ts'
import { currentReach, watchReach } from '../provider/reach.ts'
import type { DocumentType } from '../rules/documents.ts'
import { keptOriginals } from '../storage/dossiers.ts'
import { type DocumentState, documentState } from './state.ts'
import { type Destination, keepPicked, prepareKept, preparePicked, type Taken } from './take.ts'
import { requiredMessage } from './text.ts'

/** What happened to a picked file on this page; what is kept is read from the disk. */
interface Local {
  preparing: boolean
  /** Kept as it was picked, to be prepared once the network has brought the code for it. */
  postponed?: boolean
  fault?: string | undefined
  advice?: readonly Advice[]
  picture?: Blob
}

export interface DocumentView extends Omit<Local, 'preparing'> {
  state: DocumentState
  item: Item | undefined
  /** Bytes that have left, of how many. */
  progress: { sent: number; total: number } | undefined
}

export function useDocuments(to: Destination | undefined, items: readonly Item[] | undefined) {
  const [local, setLocal] = useState<Partial<Record<DocumentType, Local>>>({})
  const running = useRef(new Map<DocumentType, AbortController>())
  const sending = useSending()

  const follow = useCallback(async (document: DocumentType, work: Promise<Taken>, task: AbortController) => {
    setLocal(all => ({ ...all, [document]: { preparing: true } }))
    const taken = await work
    if (task.signal.aborted) return
    running.current.delete(document)
    setLocal(all => ({ ...all, [document]: outcome(taken, all[document]) }))
  }, [])

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
        // What was given before stays given; a browser may say so when its picker is left.
        setLocal(all => (all[document] ? all : { ...all, [document]: { preparing: false, fault: requiredMessage } }))
        return
      }
      const task = begin(document)
      setLocal(all => ({ ...all, [document]: { preparing: true } }))
      const picked = await keepPicked(file, document, to, task.signal)
      if (task.signal.aborted) return
      if (typeof picked === 'string') await follow(document, Promise.resolve({ kept: false, fault: picked }), task)
      else await follow(document, preparePicked(picked, document, to, task.signal), task)
    },
    [to, begin, follow],
  )

  // A page that died between the copy and the queue left the original behind: go on with it, and go on again when the
  // network is back with what was missing to prepare it.
  const reach = useSyncExternalStore(watchReach, currentReach)
  useEffect(() => {
    if (!to || reach === 'away') return
    keptOriginals(to.dossier)
      .then(documents => {
        for (const document of documents) {
          if (running.current.has(document)) continue
          const task = begin(document)
          follow(document, prepareKept(document, to, task.signal), task)
        }
      })
      .catch(reportError)
  }, [to, begin, follow, reach])

  const view = (document: DocumentType): DocumentView => {
    const { preparing, ...rest }: Local = local[document] ?? { preparing: false }
    const item = items?.find(({ slot }) => slot === document)
    const state = documentState({ item, preparing, sendingId: sending?.id, fault: rest.fault })
    const progress = state === 'sending' && sending ? { sent: sending.sent, total: sending.total } : undefined
    return { ...rest, state, item, progress }
  }
  return { view, choose, resend }
}

function outcome(taken: Taken, before: Local | undefined): Local {
  if (taken.kept) return { preparing: false, advice: taken.advice, picture: taken.picture }
  if ('postponed' in taken) return { preparing: true, postponed: true }
  return taken.fault ? { preparing: false, fault: taken.fault } : { ...before, preparing: false }
}

async function resend(item: Item): Promise<void> {
  await record(item.id, { kind: 'resent' }, Date.now())
  announce({ kind: 'changed' })
}
