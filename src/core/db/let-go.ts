import type { CopiedStore, Copy, Row } from './second-place.rule.ts'

/**
 * The way to the second place (second-place.ts) for code that a page runs before React: that one
 * comes with React, and with the worker.
 */

/** Which copies go: of a dossier, or of one of its documents or calls. */
export type Leaves = (copy: Pick<Copy, 'store' | 'owner'>) => boolean
export const ofDossier =
  (dossier: string): Leaves =>
  ({ owner }) =>
    owner === dossier || owner.startsWith(`${dossier}/`)

interface SecondPlace {
  /** Empties the second place of these before the database lets go of them. */
  letGoFirst<R>(leaves: Leaves, work: () => Promise<R>): Promise<R>
  /** The copy of one record, for what the database has damaged; undefined where none is whole. */
  copyOf(store: CopiedStore, key: string): Promise<Row>
}

let place: SecondPlace = {
  letGoFirst: (_, work) => work(),
  copyOf: async () => undefined,
}

export function setSecondPlace(second: SecondPlace): void {
  place = second
}

export const letGoFirst: SecondPlace['letGoFirst'] = (leaves, work) =>
  place.letGoFirst(leaves, work)
export const copyOf: SecondPlace['copyOf'] = (store, key) => place.copyOf(store, key)
