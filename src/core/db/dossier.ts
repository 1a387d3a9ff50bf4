import * as v from 'valibot'

export const dossier = v.object({
  id: v.string(),
  /** An enrolment filled in the wizard, or the correction of documents already at the provider. */
  kind: v.picklist(['enrolment', 'correction']),
  /** Raised when a build can't read what an earlier one wrote. */
  shape: v.literal(1),
  createdAt: v.number(),
  savedAt: v.number(),
  /** What the student typed and chose, by control name; the wizard's step is never stored. */
  answers: v.record(v.string(), v.string()),
  /**
   * The lookup whose person is in the answers, so that coming back to the step does not ask the
   * provider again.
   */
  lookedUp: v.exactOptional(v.string()),
  /** The student has ended this dossier: the next enrolment begins a new one. */
  closed: v.exactOptional(v.boolean()),
  /**
   * Transferred to another device then, in the transfer package of that id: this device sends
   * nothing of it.
   */
  transferred: v.exactOptional(v.object({ at: v.number(), id: v.string() })),
  /**
   * Origin id: the same on all its devices. Missing where it equals the id, because the dossier
   * began here.
   */
  originId: v.exactOptional(v.string()),
  /**
   * The transfer package it last came in, when that was, and the `savedAt` of the answers in it.
   */
  taken: v.exactOptional(v.object({ id: v.string(), at: v.number(), savedAt: v.number() })),
  /**
   * When it was last touched without a change of its answers, and the `savedAt` of these answers.
   */
  touched: v.exactOptional(v.object({ at: v.number(), savedAt: v.number() })),
  /** The last transfer packages of it that this device made or imported. */
  knownPackages: v.exactOptional(v.array(v.object({ id: v.string(), made: v.boolean() }))),
  /** Of the write that it was read from; see revision.ts. */
  revision: v.optional(v.string()),
})

/** A student's file on this device; a shared tablet holds several. Times in milliseconds. */
export type Dossier = v.InferOutput<typeof dossier>

/**
 * When the answers were written. A touch or an import since then has replaced `savedAt` and stores
 * that time.
 */
export function answeredAt({
  savedAt,
  taken,
  touched,
}: Pick<Dossier, 'savedAt' | 'taken' | 'touched'>): number {
  if (touched?.at === savedAt) return touched.savedAt
  return taken?.at === savedAt ? taken.savedAt : savedAt
}

/** Sets `savedAt` without a change of the answers, and stores when these were written. */
export function touched<D extends Pick<Dossier, 'savedAt'>>(dossier: D, now: number): D {
  return { ...dossier, savedAt: now, touched: { at: now, savedAt: answeredAt(dossier) } }
}

/** How many package ids are stored: a dossier is rarely transferred more often. */
const mostPackages = 20

/** Adds a transfer package to the known ones: if it is imported again, it changes nothing here. */
export function withKnownPackage(
  { knownPackages = [] }: Dossier,
  id: string,
  made: boolean,
): NonNullable<Dossier['knownPackages']> {
  return [...knownPackages, { id, made }].slice(-mostPackages)
}
