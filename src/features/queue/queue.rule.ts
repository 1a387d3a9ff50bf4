import type { Problem } from '../../core/api/problem.ts'
import { type Item, mayGo, type RequestKey } from '../../outbox/item.ts'
import type { DocumentType } from '../../spec/documents.ts'

/** What a device still has to send, told by what lies on its disk. Pure; milliseconds. */

/** A dossier whose own things may be told here. */
export interface Known {
  id: string
  /** Whose it is, as the page may say it. */
  whose: string
  kind: 'enrolment' | 'correction'
  matricule: string
  items: readonly Item[]
  /** Picked, and not prepared yet. */
  picked: readonly DocumentType[]
  /** How many are prepared in advance: they wait for the student, and not for the network. */
  ready: number
}

export interface Line {
  slot: RequestKey
  /** Undefined: it is picked, and no request has been made of it. */
  item: Item | undefined
}

export interface Group extends Omit<Known, 'items' | 'picked' | 'ready'> {
  lines: readonly Line[]
}

const oldestFirst = (a: Item, b: Item) => a.createdAt - b.createdAt

/** Of each dossier what has not arrived, the oldest first. What is picked in place of a queued photo is that photo's. */
export function groupsOf(known: readonly Known[]): Group[] {
  return known
    .map(({ items, picked, ready: _, ...whose }) => {
      const open = items.filter(({ state }) => state !== 'accepted').sort(oldestFirst)
      const bare = picked.filter(type => !open.some(({ slot: requestKey }) => requestKey === type))
      const lines = [
        ...open.map(item => ({ slot: item.slot, item })),
        ...bare.map(requestKey => ({ slot: requestKey, item: undefined })),
      ]
      return { ...whose, lines }
    })
    .filter(({ lines }) => lines.length > 0)
}

/** How many wait of every other dossier, by its id. */
export function elsewhere(items: readonly Item[], known: readonly Pick<Known, 'id'>[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { dossier } of items.filter(mayGo))
    if (!known.some(({ id }) => id === dossier)) counts.set(dossier, (counts.get(dossier) ?? 0) + 1)
  return counts
}

/** When the last one arrived. */
export function lastArrival(items: readonly Item[]): number | undefined {
  const times = items.flatMap(({ state, settledAt }) => (state === 'accepted' && settledAt ? [settledAt] : []))
  return times.length > 0 ? Math.max(...times) : undefined
}

/** What waited when somebody asked for it to be sent, by item: how often each had been tried. */
export type Asked = ReadonlyMap<string, number>

export type Answer =
  /** Nothing has come of it yet. */
  | { kind: 'trying' }
  | { kind: 'arrived'; arrived: number; left: number }
  /** Tried once more, or it may not be tried before `at`. */
  | { kind: 'failed'; problem: Problem; at: number | undefined }

export const askedOf = (items: readonly Item[]): Asked =>
  new Map(items.filter(mayGo).map(({ id, attempts }) => [id, attempts]))

/**
 * What has become of them: good news first, and a fault only once nothing moves any more. Undefined where none of them
 * is on its way and none has arrived: its own line says why.
 */
export function answerTo(asked: Asked, items: readonly Item[], now: number): Answer | undefined {
  const left = items.filter(item => mayGo(item) && asked.has(item.id))
  const tried = left.filter(({ id, attempts, trouble }) => trouble && attempts > (asked.get(id) ?? 0))
  const paused = left.filter(({ trouble, notBefore }) => trouble?.kind === 'http' && notBefore > now)
  const arrived = items.filter(({ id, state }) => state === 'accepted' && asked.has(id)).length
  const [failed] = [...tried, ...(paused.length === left.length ? paused : [])]
  if (failed?.trouble) {
    const ordered = failed.trouble.kind === 'http' ? failed.notBefore : undefined
    return { kind: 'failed', problem: failed.trouble, at: ordered }
  }
  if (arrived > 0) return { kind: 'arrived', arrived, left: left.length }
  return left.length > 0 ? { kind: 'trying' } : undefined
}
