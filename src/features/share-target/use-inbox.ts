import { useEffect, useState } from 'react'
import type { ReceivedFiles } from '../../core/db/received.ts'
import { sourceFileKey } from '../../core/db/source-files.ts'
import { askToPersist } from '../../core/db/space.page.ts'
import { preparation } from '../../documents/preparation.page.ts'
import { isGiven } from '../../documents/source.ts'
import type { UploadTarget } from '../../documents/upload-target.ts'
import type { DocumentType } from '../../spec/documents.ts'
import { useController } from '../../ui/use-lifecycle.ts'
import { createInbox, type Inbox } from './inbox.ts'
import * as incomingText from './text.ts'

/** For as long as the page is looked at: whoever leaves it, or locks the device, has it no longer. */
export function useInbox(): Inbox {
  const [inbox] = useState(() => createInbox(fromWorker))
  useEffect(() => {
    inbox.open().catch(reportError)
  }, [inbox])
  return useController(inbox)
}

/** A worker of before does not know the question. Milliseconds. */
const patienceMs = 3_000

/** What the service worker holds for the page that asks. It is nowhere else: neither on the disk nor, from now on, there. */
export function fromWorker(late: (received: ReceivedFiles) => void): Promise<ReceivedFiles> {
  return new Promise(resolve => {
    const { port1, port2 } = new MessageChannel()
    let isLate = false
    // A slow phone may answer after all, and what the answer brings is nowhere else.
    port1.onmessage = ({ data }: MessageEvent<ReceivedFiles>) => (isLate ? late(data) : resolve(data))
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

/** A photo on its way to the document that was chosen for it; one that has a photo already is asked about first. */
export function useGiving(to: UploadTarget, file: File, onPlaced: () => Promise<void>) {
  const [asking, setAsking] = useState<Choice>()
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const give = async ({ to, document }: Choice) => {
    setBusy(true)
    setAsking(undefined)
    setFault(undefined)
    // What came stays where it is until the document has it: a page that dies in between asks again.
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
    // The disk knows it, and not the row: the photo before this one may just have gone there.
    if (!(await isGiven(to.dossier, document).catch(() => true))) return give({ to, document })
    setAsking({ to, document })
    setBusy(false)
  }
  return { asking, busy, fault, choose, confirm: () => asking && give(asking), cancel: () => setAsking(undefined) }
}
