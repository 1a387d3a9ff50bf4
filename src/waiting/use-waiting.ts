import { useEffect, useState } from 'react'
import { itemsOf } from '../outbox/items.ts'
import { useOutbox } from '../outbox/use-outbox.ts'
import { useMode, useOpenDossier } from '../shared-device/session/use-device.ts'
import { listMine } from '../storage/dossiers.ts'
import { initialsOf } from '../storage/initials.ts'
import { keptOriginals } from '../storage/originals.ts'
import { readyOf } from '../storage/ready.ts'
import { isSealed } from '../vault/sealed-id.ts'
import * as waitingText from './text.ts'
import type { Known } from './waiting.rule.ts'

/** Of a matricule, enough for who knows it. */
const shownDigits = 4

/** What lies on the disk, and of whose dossiers it may be told here; undefined until it has been read. */
export function useWaiting() {
  const items = useOutbox()
  const open = useOpenDossier()
  const mode = useMode()
  const [known, setKnown] = useState<Known[]>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each of them the disk may say something else
  useEffect(() => {
    let left = false
    readKnown().then(found => !left && setKnown(found), reportError)
    return () => {
      left = true
    }
  }, [items, open, mode])
  return items && known && { items, known }
}

async function readKnown(): Promise<Known[]> {
  const { mine } = await listMine()
  return Promise.all(
    mine.map(async ({ id, kind, answers }) => {
      const { prenom = '', matricule = '' } = answers
      const [items, there, ready] = await Promise.all([itemsOf(id), keptOriginals(id), readyOf(id)])
      // What is prepared in advance waits for its student, and not for the network.
      const picked = there.filter(type => !ready.some(({ document }) => document === type))
      // Whoever passes by reads no name on a device that is shared.
      const whose = isSealed(id)
        ? waitingText.initials(initialsOf(answers))
        : waitingText.whose(prenom, matricule.slice(-shownDigits))
      return { id, kind, matricule, whose, items, picked }
    }),
  )
}
