import { useState } from 'react'
import { originalKey } from '../../core/db/originals.ts'
import { askToPersist } from '../../core/db/space.page.ts'
import { desk } from '../../documents/desk.page.ts'
import type { Destination } from '../../documents/destination.ts'
import { isGiven } from '../../documents/ready.ts'
import type { DocumentType } from '../../spec/documents.ts'
import * as incomingText from './text.ts'

interface Choice {
  to: Destination
  document: DocumentType
}

/** A photo on its way to the document that was chosen for it; one that has a photo already is asked about first. */
export function useGiving(to: Destination, file: File, onPlaced: () => Promise<void>) {
  const [asking, setAsking] = useState<Choice>()
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const give = async ({ to, document }: Choice) => {
    setBusy(true)
    setAsking(undefined)
    setFault(undefined)
    // What came stays where it is until the document has it: a page that dies in between asks again.
    await desk.choose(to, document, file)
    const { picture, postponed, fault } = desk.get()[originalKey(to.dossier, document)] ?? {}
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
