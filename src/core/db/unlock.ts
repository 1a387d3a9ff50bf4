import {
  countWrong,
  isSpent,
  noneWrong,
  settledWait,
  type Wrong,
  waitLeft,
} from '../crypto/codes.rule.ts'
import { openInner } from '../crypto/dossier-key.ts'
import { putKey } from '../crypto/keyring.ts'
import { recount } from './create-encrypted.ts'
import type { Dossier } from './dossier.ts'
import { decryptDossier, purposeOf } from './encrypted-dossiers.ts'
import { eraseDossier } from './erase.ts'

export type Attempt =
  | { kind: 'opened'; dossier: Dossier }
  | { kind: 'wrong'; wrong: Wrong }
  /** The code was not checked: the student must still wait. */
  | { kind: 'waits'; wrong: Wrong }
  /** The tenth wrong code: the draft is erased; what was in the queue is still sent. */
  | { kind: 'erased' }
  /** Something other than the portal has changed the row: no code opens it any more. */
  | { kind: 'altered' }
  | { kind: 'gone' }

/**
 * Counts the attempt on disk before it checks the code: neither a kill nor a second tab gives a
 * free attempt.
 */
export async function tryCode(id: string, code: string, now: number): Promise<Attempt> {
  const taken = await recount(id, stored => {
    const before = settledWait(stored, now)
    return isClosed(before, now) ? before : countWrong(before, now)
  })
  if (typeof taken === 'string') return { kind: taken }
  const { row, wrong, inner } = taken
  const before = settledWait(taken.before, now)
  if (isSpent(before)) {
    await eraseDossier(id)
    return { kind: 'erased' }
  }
  if (isClosed(before, now)) return { kind: 'waits', wrong }
  const key = await openInner(id, code, row, inner)
  if (key) {
    await resetWrongCodes(id, now)
    const dossier = await decryptDossier(row, key).catch((): undefined => undefined)
    if (!dossier) return { kind: 'altered' }
    putKey(id, key, purposeOf(dossier))
    return { kind: 'opened', dossier }
  }
  if (!isSpent(wrong)) return { kind: 'wrong', wrong }
  await eraseDossier(id)
  return { kind: 'erased' }
}

const isClosed = (wrong: Wrong, now: number) => isSpent(wrong) || waitLeft(wrong, now) > 0

/**
 * How long this dossier still waits; if the clock was set back, the whole wait begins again, on the
 * disk as well.
 */
export async function waitOf(id: string, now: number): Promise<Wrong> {
  const found = await recount(id, stored => settledWait(stored, now))
  return typeof found === 'string' ? noneWrong : found.wrong
}

/**
 * Its student is back: resets the count, and sets `savedAt`, so that the dossier no longer counts
 * as abandoned.
 */
const resetWrongCodes = (id: string, now: number) => recount(id, () => noneWrong, { savedAt: now })
