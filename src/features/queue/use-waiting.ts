import { useQuery } from '@tanstack/react-query'
import { isSealed } from '../../core/crypto/sealed-id.ts'
import { listMine } from '../../core/db/dossiers.ts'
import { initialsOf } from '../../core/db/initials.ts'
import { keptOriginals } from '../../core/db/originals.ts'
import { readyOf } from '../../core/db/ready.ts'
import { itemsOf } from '../../outbox/items.ts'
import { useOutbox } from '../../outbox/use-outbox.ts'
import { useMode, useOpenDossier } from '../shared-device/use-device.ts'
import * as waitingText from './text.ts'
import type { Known } from './waiting.rule.ts'

/** Of a matricule, enough for who knows it. */
const shownDigits = 4

/** What lies on the disk, and of whose dossiers it may be told here; undefined until it has been read. */
export function useWaiting() {
  const items = useOutbox()
  const open = useOpenDossier()
  const mode = useMode()
  // Asked anew with them: a photo that is prepared meanwhile changes no item.
  const known = useQuery({
    queryKey: ['outbox', 'known', open, mode],
    queryFn: readKnown,
    gcTime: 0,
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
  }).data
  return items && known && { items, known }
}

async function readKnown(): Promise<Known[]> {
  const { mine } = await listMine()
  return Promise.all(
    mine.map(async ({ id, kind, answers, handed }) => {
      const { prenom = '', matricule = '' } = answers
      const [items, there, prepared] = await Promise.all([itemsOf(id), keptOriginals(id), readyOf(id)])
      const picked = there.filter(type => !prepared.some(({ document }) => document === type))
      const ready = handed ? 0 : prepared.length
      // Whoever passes by reads no name on a device that is shared.
      const whose = isSealed(id)
        ? waitingText.initials(initialsOf(answers))
        : waitingText.whose(prenom, matricule.slice(-shownDigits))
      return { id, kind, matricule, whose, items, picked, ready }
    }),
  )
}
