import { promisifyRequest } from 'idb-keyval'
import { counted, isSpent, noneWrong, settledWait, type Wrong, waitLeft } from '../vault/attempts.rule.ts'
import { openKeyBox } from '../vault/dossier-key.ts'
import { putKey } from '../vault/keyring.ts'
import { transact } from './database.ts'
import { deviceKey } from './device-keys.ts'
import type { Dossier } from './dossier.ts'
import { eraseDossier } from './erase.ts'
import { isSealedRow, purposeOf, type SealedRow, unsealDossier } from './sealed-dossiers.ts'

export type Attempt =
  | { kind: 'opened'; dossier: Dossier }
  | { kind: 'wrong'; wrong: Wrong }
  /** Not looked at: the wait is not over. */
  | { kind: 'waits'; wrong: Wrong }
  /** The tenth wrong code: the draft is gone, what was in the queue still goes out. */
  | { kind: 'erased' }
  | { kind: 'gone' }

/** The attempt is on the disk before it is looked at, in one transaction: no kill and no second tab has one for free. */
export async function tryCode(id: string, code: string, now: number): Promise<Attempt> {
  const taken = await takeAttempt(id, now)
  if (!taken) return { kind: 'gone' }
  const { row, before, waits } = taken
  if (isSpent(before)) {
    await eraseDossier(id)
    return { kind: 'erased' }
  }
  if (waits) return { kind: 'waits', wrong: row.wrong }
  const key = await openKeyBox(id, code, row, await deviceKey())
  if (key) {
    await welcome(id, now)
    const dossier = await unsealDossier(row, key)
    putKey(id, key, purposeOf(dossier))
    return { kind: 'opened', dossier }
  }
  if (!isSpent(row.wrong)) return { kind: 'wrong', wrong: row.wrong }
  await eraseDossier(id)
  return { kind: 'erased' }
}

/** How long this dossier still waits; where the clock was set back, the wait begins anew on the disk, too. */
export function waitOf(id: string, now: number): Promise<Wrong> {
  return transact(['dossiers'], async ({ dossiers }) => {
    const row: unknown = await promisifyRequest(dossiers.get(id))
    if (!isSealedRow(row)) return noneWrong
    const wrong = settledWait(row.wrong, now)
    if (wrong !== row.wrong) dossiers.put({ ...row, wrong }, id)
    return wrong
  })
}

function takeAttempt(id: string, now: number) {
  return transact(['dossiers'], async ({ dossiers }) => {
    const row: unknown = await promisifyRequest(dossiers.get(id))
    if (!isSealedRow(row)) return undefined
    const before = settledWait(row.wrong, now)
    const waits = isSpent(before) || waitLeft(before, now) > 0
    const wrong = waits ? before : counted(before, now)
    const taken: SealedRow = { ...row, wrong }
    if (wrong !== row.wrong) dossiers.put(taken, id)
    return { row: taken, before, waits }
  })
}

/** Its student is back: no wrong code counts any more, and nobody may erase it for having been left alone. */
function welcome(id: string, now: number): Promise<void> {
  return transact(['dossiers'], async ({ dossiers }) => {
    const row = await promisifyRequest(dossiers.get(id))
    if (row) dossiers.put({ ...row, wrong: noneWrong, savedAt: now }, id)
  })
}
