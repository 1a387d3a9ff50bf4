import type { Connectivity } from '../../core/api/connectivity.ts'
import { type Item, isDocument, mayGo, wireBytes } from '../item.ts'

interface Facts {
  connectivity: Connectivity
  /** Of every dossier on the device. */
  items: readonly Item[]
  /** The item that is being sent, and how many of its bytes have left. */
  moving: { id: string; sent: number } | undefined
  gzip: boolean
}

/** The `number`-th of `total` requests of this round is on its way, or the next to go. */
interface Round {
  number: number
  total: number
  bytesLeft: number
}

/** What is on its way, or waits for that. */
export type Activity = 'sending' | 'waiting'
/** The states in which nothing is being sent. */
export type StillKind = 'quiet' | 'away' | 'captive'
export type NetworkKind = StillKind | Activity
export type NetworkState = { kind: StillKind } | ({ kind: Activity } & Round)

/** The state of the network now: moving bytes prove more than any earlier failure. */
export function networkState({ connectivity, items, moving, gzip }: Facts): NetworkState {
  const open = items.filter(mayGo)
  const left = open.reduce((sum, item) => sum + wireBytes(item, gzip), 0)
  // Only photographs are counted, as the student counts them; saving and the code are none.
  const done = items.filter(
    item =>
      item.state === 'accepted' &&
      isDocument(item.requestKey) &&
      open.some(({ dossier }) => dossier === item.dossier),
  )
  const round = { number: done.length + 1, total: done.length + open.length }
  if (moving && moving.sent > 0 && open.some(({ id }) => id === moving.id))
    return { kind: 'sending', ...round, bytesLeft: Math.max(0, left - moving.sent) }
  if (connectivity === 'captive' || connectivity === 'away') return { kind: connectivity }
  return open.length > 0 ? { kind: 'waiting', ...round, bytesLeft: left } : { kind: 'quiet' }
}

/** Milliseconds. Sending that ends sooner is not shown: it would only flicker. */
export const tellAfterMs = 2_000

export const isActivity = (kind: NetworkKind): kind is Activity =>
  kind === 'sending' || kind === 'waiting'

/**
 * What is shown: sending or waiting once that has lasted; every other state at once.
 * @param lasting which of the two has lasted for long enough; it stays shown between two photos
 */
export function announcedState(real: NetworkState, lasting: NetworkKind | undefined): NetworkState {
  if (!('total' in real)) return real
  return lasting && isActivity(lasting) ? { ...real, kind: lasting } : { kind: 'quiet' }
}
