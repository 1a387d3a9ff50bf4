import type { DocumentType } from '../../spec/documents.ts'
import { createState } from '../platform/signals.ts'
import type { Leaves } from './let-go.ts'
import { readNote, unmarkKept, writeNote } from './marker.ts'
import type { Copy, Records } from './second-place.rule.ts'
import { setBeforeLetGo } from './second-place.ts'
import { type Had, hadIn, hadWith, type Lost, lostOf, type Photos } from './witness.rule.ts'

/**
 * A witness beside database and second place, in localStorage: what both have lost is named, until
 * it is given again or dismissed. It holds no personal data.
 */
export const lostThings = createState<Lost>({})

const read = <T extends object>(of: 'had' | 'lost'): T => {
  try {
    return JSON.parse(readNote(of) ?? '{}')
  } catch {
    // Something other than the portal has written there.
    return {} as T
  }
}

/** Compares the device with what it had, and with the copies that nobody can read any more. */
export function findLost(records: Records, unreadable: readonly Copy[]): void {
  const had = hadWith(unreadable, read<Had>('had'))
  const lost = lostOf(had, read<Lost>('lost'), records, Date.now())
  writeNote('lost', JSON.stringify(lost))
  lostThings.set(lost)
  noteHad(records)
}

/** Notes what the device has by now. */
export function noteHad(records: Records): void {
  const note = JSON.stringify(hadIn(records))
  if (note !== readNote('had')) writeNote('had', note)
  if (readNote('lost') === undefined) return
  const lost = lostOf({}, read<Lost>('lost'), records, Date.now())
  writeNote('lost', JSON.stringify(lost))
  lostThings.set(lost)
}

/** The disk has damaged this photo, which is to be forgotten. */
export function noteLost(dossier: string, document: DocumentType): void {
  const lost = read<Lost>('lost')
  const now = Date.now()
  const { waiting, sent = {}, answers = false } = lost[dossier] ?? {}
  const all = { at: now, answers, waiting: { ...waiting, [document]: now }, sent }
  const next = { ...lost, [dossier]: all }
  writeNote('lost', JSON.stringify(next))
  lostThings.set(next)
}

/** The student has read it. */
export function dismissLost(): void {
  unmarkKept()
  writeNote('lost', '{}')
  lostThings.set({})
}

/** What goes on purpose is not lost: its place in the witness goes before it does. */
setBeforeLetGo(leaves => {
  const had: Record<string, Had[string]> = { ...read<Had>('had') }
  const lost = Object.entries(read<Lost>('lost'))
  const left = lost.filter(([owner]) => !leaves({ store: 'dossiers', owner }))
  writeNote('lost', JSON.stringify(Object.fromEntries(left)))
  for (const [id, { at, waiting, sent }] of Object.entries(had)) {
    const staying = (photos: Photos): Photos =>
      Object.fromEntries(
        Object.entries(photos).filter(([document]) => !leavesAny(leaves, `${id}/${document}`)),
      )
    if (leaves({ store: 'dossiers', owner: id })) delete had[id]
    else had[id] = { at, waiting: staying(waiting), sent: staying(sent) }
  }
  writeNote('had', JSON.stringify(had))
})

const leavesAny = (leaves: Leaves, owner: string) =>
  leaves({ store: 'queue', owner }) || leaves({ store: 'sourceFiles', owner })
