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
})

/** A student's file on this device; a shared tablet holds several. Times in milliseconds. */
export type Dossier = v.InferOutput<typeof dossier>
