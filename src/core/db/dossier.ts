import * as v from 'valibot'

export const dossier = v.object({
  id: v.string(),
  /** An enrolment filled in the wizard, or the correction of documents already at the provider. */
  kind: v.picklist(['enrolment', 'correction']),
  /** Raised when a build can't read what an earlier one wrote. */
  shape: v.literal(1),
  createdAt: v.number(),
  savedAt: v.number(),
  /** What was typed and chosen, by control name; never "which step". */
  answers: v.record(v.string(), v.string()),
  /** The lookup whose person stands in the answers, so that coming back does not ask again. */
  lookedUp: v.exactOptional(v.string()),
  /** The student has seen the end, or left it: the next enrolment begins a new dossier. */
  closed: v.exactOptional(v.boolean()),
  /** It was handed over to another device at that time, in the parcel of that id: nothing of it is sent from here. */
  handed: v.exactOptional(v.object({ at: v.number(), id: v.string() })),
  /** What it is known by on all its devices; its id, where it began here. */
  lineage: v.exactOptional(v.string()),
  /** The parcel that it came in last, when that was, and when the answers in it were written, whatever `savedAt` says. */
  taken: v.exactOptional(v.object({ id: v.string(), at: v.number(), savedAt: v.number() })),
  /** It was touched at that time without a change of its answers, and when they were written, whatever `savedAt` says. */
  touched: v.exactOptional(v.object({ at: v.number(), savedAt: v.number() })),
  /** The last parcels that were made of it here, or taken in. */
  parcels: v.exactOptional(v.array(v.object({ id: v.string(), made: v.boolean() }))),
})

/** A student's file on this device; a shared tablet holds several. Times in milliseconds. */
export type Dossier = v.InferOutput<typeof dossier>

/** When its answers were written: whatever has touched it since says so, until they are written again. */
export function answeredAt({ savedAt, taken, touched }: Pick<Dossier, 'savedAt' | 'taken' | 'touched'>): number {
  if (touched?.at === savedAt) return touched.savedAt
  return taken?.at === savedAt ? taken.savedAt : savedAt
}

/** It was looked after, and nothing was answered. */
export function touched<D extends Pick<Dossier, 'savedAt'>>(dossier: D, now: number): D {
  return { ...dossier, savedAt: now, touched: { at: now, savedAt: answeredAt(dossier) } }
}

/** One dossier is rarely moved more often. */
const mostPackages = 20

/** Whatever else becomes of it, this parcel brings nothing new here any more. */
export function knowing({ parcels = [] }: Dossier, id: string, made: boolean): NonNullable<Dossier['parcels']> {
  return [...parcels, { id, made }].slice(-mostPackages)
}
