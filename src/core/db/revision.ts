/** A record that is read, worked on and written back. */
export interface Revised {
  /** Opaque: each write that changes the record gives it another. Missing before the first one. */
  revision?: string | undefined
}

export const newRevision = (): string => crypto.randomUUID()

/** Writes a record under a new revision. */
export function putRevised(store: IDBObjectStore, record: Revised, key: string): void {
  store.put({ ...record, revision: newRevision() }, key)
}

/** @param now read in the transaction that writes: only then nothing comes between */
export const isUnchanged = (before: Revised | undefined, now: Revised | undefined): boolean =>
  before?.revision === now?.revision

/** Several records as one, which changes as soon as any of them is written, added or deleted. */
export const joinRevisions = (records: readonly (Revised | undefined)[]): Revised => ({
  revision: records.map(record => record?.revision).join(),
})
