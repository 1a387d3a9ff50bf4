import type { Item } from '../outbox/item.ts'

/** docs/contract.md: what a document's row says of itself. */
export type DocumentState = 'empty' | 'preparing' | 'queued' | 'sending' | 'sent' | 'failed'

interface Facts {
  item: Item | undefined
  /** Picked and not yet a request. */
  preparing: boolean
  /** The item whose bytes are moving, in whichever tab. */
  sendingId: string | undefined
  /** Why the last picked file was not taken. */
  fault: string | undefined
}

/** Derived, never stored: the disk says what is kept, the lock's holder what is moving. */
export function documentState({ item, preparing, sendingId, fault }: Facts): DocumentState {
  if (preparing) return 'preparing'
  if (item?.state === 'accepted') return 'sent'
  if (item?.state === 'refused') return 'failed'
  if (item) return item.id === sendingId ? 'sending' : 'queued'
  return fault ? 'failed' : 'empty'
}
