import { promisifyRequest, values } from 'idb-keyval'
import * as v from 'valibot'
import { isEncrypted, LockedError, notify, openDossier } from '../crypto/keyring.ts'
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
import { currentMode, knownMode } from './shared-mode.ts'

export type { Dossier } from './dossier.ts'

const dossiers = storeOf('dossiers')

export function newDossier(kind: Dossier['kind'], now: number, answers: Record<string, string> = {}): Dossier {
  return { id: crypto.randomUUID(), kind, shape: 1, createdAt: now, savedAt: now, answers }
}

/**
 * As it stands, over whatever lies there: all that a page can do that is thrown away in its next task.
 * @throws LockedError where it may not be written any more: locked, erased, or in the clear on a shared device
 */
export async function saveDossier(saved: Dossier): Promise<void> {
  if (isEncrypted(saved.id)) await changeEncrypted(saved.id, () => saved)
  else {
    refuseInTheClear()
    await writeTogether(['dossiers'], stores => {
      stores.dossiers.put(saved, saved.id)
    })
  }
  tell()
}

/**
 * Reads and writes in one step, so that what another tab has written stays.
 * @param change what becomes of what lies there; the very same, or nothing, is not written
 * @returns what lies there now
 * @throws LockedError like `saveDossier`
 */
export async function changeDossier(id: string, change: Change, along?: Along): Promise<Dossier | undefined> {
  let written = false
  const changed: Change = stored => {
    const next = change(stored)
    written = next !== undefined && next !== stored
    return next
  }
  const next = await (isEncrypted(id) ? changeEncrypted(id, changed, along) : changeUnencrypted(id, changed, along))
  if (written) tell()
  return next
}

async function changeUnencrypted(id: string, change: Change, along?: Along): Promise<Dossier | undefined> {
  refuseInTheClear()
  return transact(['dossiers', ...(along ? (['queue'] as const) : [])], async ({ dossiers, queue }) => {
    const row: unknown = await promisifyRequest(dossiers.get(id))
    const stored = v.is(dossier, row) ? row : undefined
    const next = change(stored)
    if (!next || next === stored) return next
    dossiers.put(next, id)
    await along?.(queue)
    return next
  })
}

/** @throws LockedError where nothing is written in the clear any more */
export function refuseInTheClear(): void {
  if (isErased() || currentMode() === 'shared') throw new LockedError('Nothing is kept in the clear any more.')
}

function tell(): void {
  markKept()
  notify({ kind: 'draft' })
}

/**
 * The newest first: those in the clear, and the sealed one that is open here. What this build can't read stays where it
 * is, for one that can.
 */
export async function listDossiers(): Promise<{ readable: Dossier[]; aside: number; wiped: boolean }> {
  const all = await values<unknown>(dossiers)
  const inTheClear = all.filter(candidate => v.is(dossier, candidate))
  const encrypted = all.filter(isEncryptedRow)
  const id = openDossier()
  const open = id === undefined ? undefined : await openedDossier(id)
  const readable = [...inTheClear, ...(open ? [open] : [])].sort((a, b) => b.savedAt - a.savedAt)
  const aside = all.length - inTheClear.length - encrypted.length
  return { readable, aside, wiped: all.length === 0 && wasKept() }
}

/** On a shared device nobody goes on with what is in the clear, nor with anything but the dossier that is open. */
export async function listMine() {
  const shared = (await knownMode()) === 'shared'
  const { readable, ...rest } = await listDossiers()
  return { mine: readable.filter(({ id }) => (shared ? id === openDossier() : !isEncrypted(id))), ...rest }
}

/** The enrolment that the wizard goes on with, and what of earlier ones can't be shown. */
export async function openEnrolment() {
  const { mine, aside, wiped } = await listMine()
  return { draft: mine.find(({ kind, closed }) => kind === 'enrolment' && !closed), aside, wiped }
}

export async function correctionOf(matricule: string): Promise<Dossier | undefined> {
  const { mine } = await listMine()
  return mine.find(({ kind, answers }) => kind === 'correction' && answers.matricule === matricule)
}

/** The student wants it kept: it counts as touched from now on, and nothing else of it changes. */
export function touchDossier(id: string, now: number): Promise<void> {
  return transact(['dossiers'], async ({ dossiers }) => {
    const row = await promisifyRequest(dossiers.get(id))
    if (row) dossiers.put(touchedRow(row, now), id)
  })
}

export async function hasStaleDraft(isStale: (savedAt: number) => boolean): Promise<boolean> {
  return (await listDossiers()).readable.some(({ savedAt }) => isStale(savedAt))
}
