import { type Item, isDocument, wireBytes } from '../outbox/item.ts'
import type { Reach } from '../provider/reach.ts'

interface Facts {
  reach: Reach
  /** Of every dossier on the device. */
  items: readonly Item[]
  /** The item on its way, and how much of it has left. */
  moving: { id: string; sent: number } | undefined
  /** The provider takes gzipped bodies. */
  gzip: boolean
}

export type NetworkState =
  | { kind: 'quiet' }
  | { kind: 'away'; waiting: number }
  | { kind: 'captive'; waiting: number }
  /** The `number`-th of `total` requests of this round is on its way. Bytes that have still to leave. */
  | { kind: 'sending'; number: number; total: number; bytesLeft: number }
  | { kind: 'waiting'; waiting: number; bytesLeft: number }

/** What is true of the network now: moving bytes prove more than any earlier failure. */
export function networkState({ reach, items, moving, gzip }: Facts): NetworkState {
  const open = items.filter(item => item.state === 'waiting')
  const left = open.reduce((sum, item) => sum + wireBytes(item, gzip), 0)
  if (moving && moving.sent > 0 && open.some(({ id }) => id === moving.id)) {
    // Only photographs are counted, as the student counts them; saving and the code are none.
    const done = items.filter(
      item =>
        item.state === 'accepted' && isDocument(item.slot) && open.some(({ dossier }) => dossier === item.dossier),
    )
    return {
      kind: 'sending',
      number: done.length + 1,
      total: done.length + open.length,
      bytesLeft: Math.max(0, left - moving.sent),
    }
  }
  if (reach === 'captive') return { kind: 'captive', waiting: open.length }
  if (reach === 'away') return { kind: 'away', waiting: open.length }
  return open.length > 0 ? { kind: 'waiting', waiting: open.length, bytesLeft: left } : { kind: 'quiet' }
}
