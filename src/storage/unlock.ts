import { counted, isSpent, noneWrong, settledWait, type Wrong, waitLeft } from '../vault/attempts.rule.ts'
import { openKeyBox } from '../vault/dossier-key.ts'
import { putKey } from '../vault/keyring.ts'
import { readThenWrite } from './database.ts'
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
export async function waitOf(id: string, now: number): Promise<Wrong> {
  let wrong = noneWrong
  await readThenWrite(['dossiers'], ({ dossiers }) => {
    const reading = dossiers.get(id)
    reading.onsuccess = () => {
      const row: unknown = reading.result
      if (!isSealedRow(row)) return
      wrong = settledWait(row.wrong, now)
      if (wrong !== row.wrong) dossiers.put({ ...row, wrong }, id)
    }
  })
  return wrong
}

async function takeAttempt(id: string, now: number) {
  let taken: { row: SealedRow; before: Wrong; waits: boolean } | undefined
  await readThenWrite(['dossiers'], ({ dossiers }) => {
    const reading = dossiers.get(id)
    reading.onsuccess = () => {
      const row: unknown = reading.result
      if (!isSealedRow(row)) return
      const before = settledWait(row.wrong, now)
      const waits = isSpent(before) || waitLeft(before, now) > 0
      const wrong = waits ? before : counted(before, now)
      taken = { row: { ...row, wrong }, before, waits }
      if (wrong !== row.wrong) dossiers.put(taken.row, id)
    }
  })
  return taken
}

/** Its student is back: no wrong code counts any more, and nobody may erase it for having been left alone. */
function welcome(id: string, now: number): Promise<void> {
  return readThenWrite(['dossiers'], ({ dossiers }) => {
    const reading = dossiers.get(id)
    reading.onsuccess = () => {
      if (reading.result) dossiers.put({ ...reading.result, wrong: noneWrong, savedAt: now }, id)
    }
  })
}
