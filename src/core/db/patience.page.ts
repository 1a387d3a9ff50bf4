import { createState } from '../platform/signals.ts'
import { isInMemory, setPersist, silentFor, standIn } from './connection.ts'
import { isDamage, mayPass } from './damage.ts'
import { type StorageTrouble, storageTrouble } from './database.ts'
import { wasKept } from './marker.ts'
import { isFull } from './space.page.ts'
import { countAbsences, pendingReturn } from './transactions.ts'
import { silentMs } from './within.ts'

/**
 * Milliseconds before each further try of what the disk has failed to do; the last one comes again
 * and again.
 */
const pauses = [100, 300, 1_000, 3_000, 5_000] as const

/** Why something waits for the disk; what comes late is shown as if it had come in time. */
export const diskTrouble = createState<StorageTrouble | undefined>(undefined)
const waiting = new Map<unknown, StorageTrouble>()

/** Why this page keeps everything in its memory, and no page after it will find any of it. */
export const inMemory = createState<StorageTrouble | undefined>(undefined)
let loadMemory: () => Promise<IDBDatabase>
const interrupted = Symbol()
let goOn = () => {}
const goesOn = new Promise<typeof interrupted>(resolve => {
  goOn = () => resolve(interrupted)
})

/**
 * For the rest of this page: what lies on the disk, should it come back, and what lies here never
 * meet.
 */
export async function goOnInMemory(why: StorageTrouble): Promise<void> {
  standIn(await loadMemory())
  inMemory.set(why)
  goOn()
}

/** Whether the disk has failed for good, as far as one can tell. */
const isLasting = (trouble: StorageTrouble): boolean =>
  trouble !== 'silent' && trouble !== 'outdated'

/** @param trouble undefined once `one` has what it waits for */
export function tellTrouble(one: unknown, trouble?: StorageTrouble): void {
  if (trouble) waiting.set(one, trouble)
  else waiting.delete(one)
  diskTrouble.set([...waiting.values()][0])
}

function tell(one: unknown, trouble?: StorageTrouble): void {
  tellTrouble(one, trouble)
  // Where nothing was ever kept, an empty form hides nothing.
  if (trouble && isLasting(trouble) && !wasKept()) goOnInMemory(trouble).catch(() => undefined)
}

/** A full disk fails by many names. */
const named = async (error: DOMException): Promise<DOMException> =>
  storageTrouble(error) === 'unreadable' && !isDamage(error) && (await isFull())
    ? new DOMException(error.message, 'QuotaExceededError')
    : error

async function persist<R>(work: () => Promise<R>, most: number): Promise<R> {
  const one = {}
  try {
    for (let tries = 0; ; tries++) {
      const before = countAbsences()
      // An opening may have had no answer since before React was there.
      const silence = setTimeout(tell, silentMs - silentFor(), one, 'silent')
      try {
        // What only reads need not wait for the disk once the student goes on without it.
        const reads = most > 0 && !isInMemory()
        const answer = await (reads ? Promise.race([work(), goesOn]) : work())
        if (answer === interrupted) continue
        return answer
      } catch (error) {
        // What a frozen page was at was aborted; a list is never damaged by one of its rows.
        const isOver =
          (tries >= most && before === countAbsences()) ||
          (most < Number.POSITIVE_INFINITY && isDamage(error) && !mayPass(error))
        if (!(error instanceof DOMException)) throw error
        if (isOver) throw await named(error)
        if (tries > 3) tell(one, storageTrouble(await named(error)))
      } finally {
        clearTimeout(silence)
      }
      await Promise.race([
        new Promise(resolve => setTimeout(resolve, pauses[tries] ?? pauses[4])),
        goesOn,
      ])
      await pendingReturn()
    }
  } finally {
    tell(one)
  }
}

/**
 * iOS loses its connections, a phone wakes up: what the disk fails to do for a moment is done a
 * moment later.
 */
export function bePatient(memory: typeof loadMemory): void {
  loadMemory = memory
  setPersist(persist)
}
