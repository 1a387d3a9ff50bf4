import { useCallback, useEffect, useState } from 'react'
import { onNotice } from '../../core/crypto/channel.ts'
import { type Dossier, newDossier, openEnrolment } from '../../core/db/dossiers.ts'
import { currentMode } from '../../core/db/shared-mode.ts'
import { type StorageTrouble, storageTrouble } from '../../core/db/storage-trouble.ts'
import type { Item } from '../../outbox/item.ts'
import { itemsOf } from '../../outbox/items.ts'
import { useOutbox } from '../../outbox/use-outbox.ts'

/** The enrolment that documents are prepared for, which need not be begun: the wizard's own draft, else a new one. */
export function usePreparation(isOver: (items: readonly Item[]) => boolean) {
  const [dossier, setDossier] = useState<Dossier>()
  const [trouble, setTrouble] = useState<StorageTrouble>()
  const items = useOutbox(dossier?.id)
  const read = useCallback(async () => {
    try {
      const { draft } = await openEnrolment()
      const goesOn = draft && (currentMode() === 'shared' || !isOver(await itemsOf(draft.id)))
      // A new one lies on no disk before its first photo: until then it stays the same.
      setDossier(before => (goesOn ? draft : (before ?? newDossier('enrolment', Date.now()))))
    } catch (error) {
      setTrouble(storageTrouble(error))
    }
  }, [isOver])
  useEffect(() => {
    void read()
    return onNotice(({ kind }) => kind === 'draft' && void read())
  }, [read])
  return { dossier, items, trouble }
}
