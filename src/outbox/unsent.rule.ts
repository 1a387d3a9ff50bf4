import { type Item, isDocument, isToSend } from './item.ts'

/** How many documents of this device have still to go. */
export const unsent = (items: readonly Item[]): number =>
  items.filter(item => isToSend(item) && isDocument(item.slot)).length
