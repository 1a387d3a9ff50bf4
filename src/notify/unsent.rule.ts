import { type Item, isDocument } from '../outbox/item.ts'

/** How many documents of this device have still to go. */
export const unsent = (items: readonly Item[]): number =>
  items.filter(({ slot, state }) => state === 'waiting' && isDocument(slot)).length
