import { useEffect, useState } from 'react'
import type { ReceivedFiles } from '../../core/db/received.ts'
import { sourceFileKey } from '../../core/db/source-files.ts'
import { askToPersist } from '../../core/db/space.page.ts'
import { preparation } from '../../documents/photo-service.page.ts'
import { isGiven } from '../../documents/edit-source.ts'
import type { UploadTarget } from '../../documents/upload-target.ts'
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
 * Takes over the photos that the service worker holds in memory: they are not on the disk, and no longer in the worker.
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

interface Choice {
  to: UploadTarget
  document: DocumentType
}

/** Gives a photo to the document that the student chose; asks first if the document has one already. */
export function useGiving(to: UploadTarget, file: File, onPlaced: () => Promise<void>) {
  const [asking, setAsking] = useState<Choice>()
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const give = async ({ to, document }: Choice) => {
    setBusy(true)
    setAsking(undefined)
    setFault(undefined)
    // The photo stays where it is until the document has it: if the page dies in between, the next one asks again.
    await preparation.choose(to, document, file)
    const { picture, postponed, fault } = preparation.get()[sourceFileKey(to.dossier, document)] ?? {}
    if (picture || postponed) {
      void askToPersist()
      return onPlaced()
    }
    setFault(fault ?? incomingText.notPlaced)
    setBusy(false)
  }
  const choose = async (document: DocumentType) => {
    setBusy(true)
    // Ask the disk, not the row, which may be stale: the photo before this one may just have gone there.
    if (!(await isGiven(to.dossier, document).catch(() => true))) return give({ to, document })
    setAsking({ to, document })
    setBusy(false)
  }
  return { asking, busy, fault, choose, confirm: () => asking && give(asking), cancel: () => setAsking(undefined) }
}
