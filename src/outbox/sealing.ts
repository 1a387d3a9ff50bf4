import type { Dossier } from '../core/db/dossier.ts'
import { erase } from './door.ts'
import { sealDossier } from './seal-dossier.ts'
import { announce } from './signals.ts'

/** The part of the door that only a shared device goes through: it comes with that device's screens. */

/** Under a code of the student's: see `sealDossier`. */
export async function seal(plain: Dossier, code: string, now: number): Promise<string | undefined> {
  const sealed = await sealDossier(plain, code, now)
  if (sealed) announce({ kind: 'changed' })
  return sealed
}

/**
 * A dossier without a code. What is left to go out of it is sealed first, under a code that nobody knows: it must not
 * wait in the clear, and what is refused of it must not stay where no dossier shows it.
 */
export async function erasePlain(dossier: Dossier, all: boolean, now: number): Promise<void> {
  if (all) return erase(dossier.id, true)
  const sealed = await sealDossier(dossier, crypto.randomUUID(), now)
  if (!sealed) throw new Error('The dossier has changed meanwhile.')
  await erase(sealed, false)
}
