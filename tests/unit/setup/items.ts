import type { Item } from '../../../src/outbox/item.ts'

/** An item of the outbox, waiting since the beginning of time, with what a test needs of it changed. */
export function itemOf(change: Partial<Item> = {}): Item {
  return {
    id: 'item-1',
    shape: 1,
    dossier: 'dossier-1',
    requestKey: 'attest',
    endpoint: 'uploadDocument',
    digest: 'd1',
    bytes: 100,
    state: 'waiting',
    attempts: 0,
    notBefore: 0,
    createdAt: 0,
    ...change,
  }
}
