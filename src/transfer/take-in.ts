import type { DocumentType } from '../rules/documents.ts'
import type { Dossier } from '../storage/dossier.ts'
import type { Parcel } from './parcel.ts'

/** What a parcel holds, in facts for a screen. */
export interface Description {
  kind: Dossier['kind']
  prenom: string
  nom: string
  matricule: string
  madeAt: number
  savedAt: number
  /** What the provider has said yes to. */
  saved: boolean
  confirmed: boolean
  /** Given so far, sent or not; and those of them that the provider has. */
  given: readonly DocumentType[]
  accepted: readonly DocumentType[]
  closed: boolean
}

export function describe(_parcel: Parcel): Description {
  throw new Error('Not made yet.')
}

/**
 * - `new`: it is on this device now, beside what was there
 * - `merged`: it was here, and has what was newer in the parcel
 * - `same`: it was here, and nothing of the parcel was newer, or this parcel was taken in before
 * - `own`: this device has made the parcel itself; nothing has changed (`takeBack` is what is wanted)
 */
export type Outcome = 'new' | 'merged' | 'same' | 'own'

export interface TakenIn {
  /** Where it lies on this device. */
  dossier: string
  /** Six signs to be typed on the device that it came from; see `confirmArrival`. Not for `own`. */
  proof: string
  outcome: Outcome
}

/** @throws LockedError on a shared device without a code to seal it under, where the dossier is not open here */
export async function takeIn(_parcel: Parcel, _options: { now: number; seal?: string }): Promise<TakenIn> {
  throw new Error('Not made yet.')
}
