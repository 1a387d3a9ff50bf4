import { promisifyRequest, values } from 'idb-keyval'
import * as v from 'valibot'
import { isEncrypted, LockedError, notify, openDossier } from '../crypto/keyring.ts'
import { isInMemory } from './connection.ts'
import { continued } from './continued.rule.ts'
import { isNewer } from './damage.ts'
import { storeOf, transact, writeTogether } from './database.ts'
import { type Dossier, dossier } from './dossier.ts'
import {
  type Along,
  type Change,
  changeEncrypted,
  isEncryptedRow,
  openedDossier,
  touchedRow,
} from './encrypted-dossiers.ts'
import { isErased } from './erase.ts'
import { markKept, wasKept } from './marker.ts'
import { putRevised } from './revision.ts'
import { currentMode, knownMode } from './shared-mode.ts'

export type { Dossier } from './dossier.ts'

const dossiers = storeOf('dossiers')

/** Whether this build reads a row of the dossiers' store. */
export const isDossierRow = (row: unknown): boolean => v.is(dossier, row) || isEncryptedRow(row)

export function newDossier(
  kind: Dossier['kind'],
  now: number,
  answers: Record<string, string> = {},
): Dossier {
  return { id: crypto.randomUUID(), kind, shape: 1, createdAt: now, savedAt: now, answers }
}

/**
 * Overwrites what is stored: a page that the browser discards in its next task has no time to
 * merge.
 * @throws LockedError if it may not be written any more: locked, erased, or unencrypted on a shared
 * device
 */
export async function saveDossier(saved: Dossier): Promise<void> {
  if (isEncrypted(saved.id)) await changeEncrypted(saved.id, () => saved)
  else {
    refuseInTheClear()
    await writeTogether(['dossiers'], stores => {
      putRevised(stores.dossiers, saved, saved.id)
    })
  }
  tell()
}

/**
 * Reads and writes in one transaction, so that what another tab has written stays.
 * @param change gets what is stored; if it returns the same object or undefined, nothing is written
 * @returns what `change` returned
 * @throws LockedError like `saveDossier`; VersionError where a newer build has written it
 */
export async function changeDossier(
  id: string,
  change: Change,
  along?: Along,
): Promise<Dossier | undefined> {
  let before: Dossier | undefined
  const noting: Change = stored => {
    before = stored
    return change(stored)
  }
  const next = await (isEncrypted(id) ? changeEncrypted : changeUnencrypted)(id, noting, along)
  if (next && next !== before) tell()
  return next
}

async function changeUnencrypted(
  id: string,
  change: Change,
  along?: Along,
): Promise<Dossier | undefined> {
  refuseInTheClear()
  return transact(
    ['dossiers', ...(along ? (['queue'] as const) : [])],
    async ({ dossiers, queue }) => {
      const row: unknown = await promisifyRequest(dossiers.get(id))
      if (isNewer(row)) throw new DOMException('', 'VersionError')
      // What is damaged has nothing to lose: a page that still has the answers writes them anew.
      const stored = v.is(dossier, row) ? row : undefined
      const next = change(stored)
      if (!next || next === stored) return next
      putRevised(dossiers, next, id)
      await along?.(queue)
      return next
    },
  )
}

/** @throws LockedError where nothing may be written unencrypted any more */
export function refuseInTheClear(): void {
  if (isErased() || currentMode() === 'shared')
    throw new LockedError('Nothing is kept in the clear any more.')
}

function tell(): void {
  if (!isInMemory()) markKept()
  notify({ kind: 'draft' })
}

/**
 * The newest first: the unencrypted dossiers, and the encrypted one that is open here. What can't
 * be read stays on the disk (src/outbox/unread.ts).
 */
export async function listDossiers(): Promise<{ readable: Dossier[]; wiped: boolean }> {
  const all = await values<unknown>(dossiers)
  const inTheClear = all.filter(candidate => v.is(dossier, candidate))
  const id = openDossier()
  const open = id === undefined ? undefined : await openedDossier(id)
  const readable = [...inTheClear, ...(open ? [open] : [])].sort((a, b) => b.savedAt - a.savedAt)
  return { readable, wiped: all.length === 0 && wasKept() }
}

/**
 * The dossiers that the student may continue: on a shared device the open one only, else the
 * unencrypted ones.
 */
export async function listMine() {
  const shared = (await knownMode()) === 'shared'
  const { readable, ...rest } = await listDossiers()
  return {
    mine: readable.filter(({ id }) => (shared ? id === openDossier() : !isEncrypted(id))),
    ...rest,
  }
}

/** The enrolment that the wizard continues; `wiped`: the browser has erased earlier ones. */
export async function openEnrolment() {
  const { mine, wiped } = await listMine()
  return { draft: continued(mine), wiped }
}

export async function correctionOf(matricule: string): Promise<Dossier | undefined> {
  const { mine } = await listMine()
  return mine.find(({ kind, answers }) => kind === 'correction' && answers.matricule === matricule)
}

/**
 * The student chose to keep the draft: it counts as touched now, and its answers stay as they are.
 */
export function touchDossier(id: string, now: number): Promise<void> {
  return transact(['dossiers'], async ({ dossiers }) => {
    const row = await promisifyRequest(dossiers.get(id))
    if (row) putRevised(dossiers, touchedRow(row, now), id)
  })
}
