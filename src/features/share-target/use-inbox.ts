import { useEffect, useState } from 'react'
import type { Dossier } from '../../core/db/dossiers.ts'
import type { ReceivedFiles } from '../../core/db/received.ts'
import { sourceFileKey } from '../../core/db/source-files.ts'
import { isDocumentGiven } from '../../documents/given.ts'
import { photoService } from '../../documents/photo-service.page.ts'
import type { DocumentType } from '../../spec/documents.ts'
import { useController } from '../../ui/use-lifecycle.ts'
import { createInbox, type Inbox } from './inbox.ts'
import * as incomingText from './text.ts'

/** Lives as long as the page: a student who leaves or locks it loses what is only in memory. */
export function useInbox(): Inbox {
  const [inbox] = useState(() => createInbox(fromWorker))
  useEffect(() => {
    inbox.open().catch(reportError)
  }, [inbox])
  return useController(inbox)
}

/** Milliseconds. A worker of an older version does not answer this message. */
const patienceMs = 3_000

/**
 * Takes over the photos that the service worker holds in memory: they are not on the disk, and no
 * longer in the worker.
 */
export function fromWorker(late: (received: ReceivedFiles) => void): Promise<ReceivedFiles> {
  return new Promise(resolve => {
    const { port1, port2 } = new MessageChannel()
    let isLate = false
    // A slow phone may answer after the time-out, and its answer holds the only copy of the photos.
    // And what the worker has still to read comes after its first answer.
    port1.onmessage = ({ data }: MessageEvent<ReceivedFiles>) => {
      if (isLate) late(data)
      isLate = true
      resolve(data)
    }
    const worker = navigator.serviceWorker?.controller
    worker?.postMessage({ type: 'RECEIVED' }, [port2])
    const giveUp = () => {
      isLate = true
      resolve({ all: [] })
    }
    setTimeout(giveUp, worker ? patienceMs : 0)
  })
}

/**
 * Gives a photo to the document that the student chose; asks first if the document has one already.
 */
export function useGiving(dossier: Dossier, file: File, onPlaced: () => Promise<void>) {
  const [asking, setAsking] = useState<DocumentType>()
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const give = async (document: DocumentType) => {
    setBusy(true)
    setAsking(undefined)
    setFault(undefined)
    // The photo stays where it is until the document has it: if the page dies in between, the next
    // one asks again.
    await photoService.choose(dossier, document, file)
    const { picture, postponed, fault } =
      photoService.get()[sourceFileKey(dossier.id, document)] ?? {}
    if (picture || postponed) return onPlaced()
    setFault(fault ?? incomingText.notPlaced)
    setBusy(false)
  }
  const ask = async (document: DocumentType) => {
    setBusy(true)
    // Ask the disk, not the row, which may be stale: the photo before this one may just have gone
    // there.
    if (!(await isDocumentGiven(dossier.id, document).catch(() => true))) return give(document)
    setAsking(document)
    setBusy(false)
  }
  return {
    asking,
    busy,
    fault,
    ask,
    confirm: () => asking && give(asking),
    cancel: () => setAsking(undefined),
  }
}
