import { useCallback, useEffect, useRef, useState } from 'react'
import type { Item } from '../outbox/item.ts'
import { record } from '../outbox/queue.ts'
import { announce } from '../outbox/signals.ts'
import { useSending } from '../outbox/use-outbox.ts'
import type { Advice } from '../photos/quality.ts'
import type { DocumentType } from '../rules/documents.ts'
import { keptOriginals } from '../storage/dossiers.ts'
import { type DocumentState, documentState } from './state.ts'
import { type Destination, keepPicked, prepareKept, preparePicked, type Taken } from './take.ts'

/** What happened to a picked file on this page; what is kept is read from the disk. */
interface Local {
  preparing: boolean
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
    const outcome: Omit<Local, 'preparing'> = taken.kept
      ? { advice: taken.advice, picture: taken.picture }
      : { fault: taken.fault }
    setLocal(all => ({ ...all, [document]: { preparing: false, ...outcome } }))
  }, [])

  /** A newer file for the same document takes the place of the older one, wherever that one has got to. */
  const begin = useCallback((document: DocumentType) => {
    running.current.get(document)?.abort()
    const task = new AbortController()
    running.current.set(document, task)
    return task
  }, [])

  const choose = useCallback(
    async (document: DocumentType, file: File) => {
      if (!to) return
      const task = begin(document)
      setLocal(all => ({ ...all, [document]: { preparing: true } }))
      const picked = await keepPicked(file, document, to, task.signal)
      if (task.signal.aborted) return
      if (typeof picked === 'string') setLocal(all => ({ ...all, [document]: { preparing: false, fault: picked } }))
      else await follow(document, preparePicked(picked, document, to, task.signal), task)
    },
    [to, begin, follow],
  )

  // A page that died between the copy and the queue left the original behind: go on with it.
  useEffect(() => {
    if (!to) return
    keptOriginals(to.dossier)
      .then(documents => {
        for (const document of documents) {
          if (running.current.has(document)) continue
          const task = begin(document)
          follow(document, prepareKept(document, to, task.signal), task)
        }
      })
      .catch(reportError)
  }, [to, begin, follow])

  const view = (document: DocumentType): DocumentView => {
    const { preparing, ...rest }: Local = local[document] ?? { preparing: false }
    const item = items?.find(({ slot }) => slot === document)
    const state = documentState({ item, preparing, sendingId: sending?.id, fault: rest.fault })
    const progress = state === 'sending' && sending ? { sent: sending.sent, total: sending.total } : undefined
    return { ...rest, state, item, progress }
  }
  return { view, choose, resend }
}

async function resend(item: Item): Promise<void> {
  await record(item.id, { kind: 'resent' }, Date.now())
  announce({ kind: 'changed' })
}
