import type { Dossier } from '../../core/db/dossier.ts'
import { counterpart } from './lineage.rule.ts'

/** What there is on this device beside a dossier that comes. Pure. */

export interface Beside {
  /** Somebody else's enrolment that was begun: it comes back after this one. */
  waits: boolean
  /** The same dossier is here, and says that the money goes to this number: another one. */
  phone?: string
}

export function besideOf(mine: readonly Dossier[], coming: Dossier): Beside {
  const { matricule, phone = '' } = coming.answers
  const begun = mine.find(({ kind, closed }) => kind === 'enrolment' && !closed)?.answers ?? {}
  const waits = Object.keys(begun).length > 0 && begun.matricule !== matricule
  const ours = counterpart(mine, coming)?.answers.phone?.trim()
  return ours && phone && ours !== phone.trim() ? { waits, phone: ours } : { waits }
}
