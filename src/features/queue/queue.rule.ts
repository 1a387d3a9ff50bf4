import type { Problem } from '../../core/api/problem.ts'
import { type Item, mayGo, type RequestKey } from '../../outbox/item.ts'
import type { DocumentType } from '../../spec/documents.ts'

/** What the device still has to send, derived from what is stored. Pure; times in milliseconds. */

/** A dossier whose contents this page may show. */
export interface Known {
  id: string
  /** The dossier's heading, as far as the page may name its student. */
  whose: string
  kind: 'enrolment' | 'correction'
  matricule: string
  items: readonly Item[]
  /** Documents with a source file that is not prepared yet. */
  picked: readonly DocumentType[]
  /** How many documents are prepared in advance: they wait for the student, not for the network. */
  ready: number
}

export interface Line {
  requestKey: RequestKey
  /** Undefined: the document was chosen, and no request made of it yet. */
  item: Item | undefined
}

export interface Group extends Omit<Known, 'items' | 'picked' | 'ready'> {
  lines: readonly Line[]
}

const oldestFirst = (a: Item, b: Item) => a.createdAt - b.createdAt

/**
 * Groups what has not arrived by dossier, the oldest first. A document chosen anew shows as its
 * queued photo.
 */
export function groupsOf(known: readonly Known[]): Group[] {
  return known
    .map(({ items, picked, ready: _, ...whose }) => {
      const open = items.filter(({ state }) => state !== 'accepted').sort(oldestFirst)
      const bare = picked.filter(type => !open.some(({ requestKey }) => requestKey === type))
      const lines = [
        ...open.map(item => ({ requestKey: item.requestKey, item })),
        ...bare.map(requestKey => ({ requestKey, item: undefined })),
      ]
      return { ...whose, lines }
    })
    .filter(({ lines }) => lines.length > 0)
}

/** Counts the items waiting in all other dossiers, by dossier id. */
export function elsewhere(
  items: readonly Item[],
  known: readonly Pick<Known, 'id'>[],
): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { dossier } of items.filter(mayGo))
    if (!known.some(({ id }) => id === dossier)) counts.set(dossier, (counts.get(dossier) ?? 0) + 1)
  return counts
}

/** When the last item arrived. */
export function lastArrival(items: readonly Item[]): number | undefined {
  const times = items.flatMap(({ state, settledAt }) =>
    state === 'accepted' && settledAt ? [settledAt] : [],
  )
  return times.length > 0 ? Math.max(...times) : undefined
}

/**
 * The items that waited when the student asked to send them, with the number of attempts of each.
 */
export type Asked = ReadonlyMap<string, number>

export type Answer =
  /** No result yet. */
  | { kind: 'trying' }
  | { kind: 'arrived'; arrived: number; left: number }
  /** One more attempt failed, or the next one may not start before `at`. */
  | { kind: 'failed'; problem: Problem; at: number | undefined }

export const askedOf = (items: readonly Item[]): Asked =>
  new Map(items.filter(mayGo).map(({ id, attempts }) => [id, attempts]))

/**
 * The result of "Réessayer maintenant": arrivals first, a failure only once nothing is being sent
 * any more. Undefined where no item is being sent and none has arrived: each item's own line says
 * why.
 */
export function answerTo(asked: Asked, items: readonly Item[], now: number): Answer | undefined {
  const left = items.filter(item => mayGo(item) && asked.has(item.id))
  const tried = left.filter(
    ({ id, attempts, trouble }) => trouble && attempts > (asked.get(id) ?? 0),
  )
  const paused = left.filter(
    ({ trouble, notBefore }) => trouble?.kind === 'http' && notBefore > now,
  )
  const arrived = items.filter(({ id, state }) => state === 'accepted' && asked.has(id)).length
  const [failed] = [...tried, ...(paused.length === left.length ? paused : [])]
  if (failed?.trouble) {
    const ordered = failed.trouble.kind === 'http' ? failed.notBefore : undefined
    return { kind: 'failed', problem: failed.trouble, at: ordered }
  }
  if (arrived > 0) return { kind: 'arrived', arrived, left: left.length }
  return left.length > 0 ? { kind: 'trying' } : undefined
}
