import { fromEarlierBuilds } from '../crypto/attempts.rule.ts'
import { newKeyBox } from '../crypto/dossier-key.ts'
import { putKey } from '../crypto/keyring.ts'
import { newSealedId } from '../crypto/sealed-id.ts'
import { writeTogether } from './database.ts'
import type { Dossier } from './dossier.ts'
import { putSealed } from './guesses.ts'
import { face, purposeOf, type SealedRow } from './sealed-dossiers.ts'

/** An empty dossier with its own key, before a first answer is typed. It is open from now on. */
export async function createSealed(kind: Dossier['kind'], code: string, now: number, answers = {}): Promise<Dossier> {
  const dossier: Dossier = { id: newSealedId(), kind, shape: 1, createdAt: now, savedAt: now, answers }
  const made = await sealedRow(dossier, code)
  await writeTogether(['dossiers', 'device'], stores => putSealed(stores, made))
  putKey(dossier.id, made.key, purposeOf(dossier))
  return dossier
}

export interface Sealed {
  row: SealedRow
  key: CryptoKey
  guessKey: CryptoKey
}

export async function sealedRow(dossier: Dossier, code: string): Promise<Sealed> {
  const { id } = dossier
  const { box, key, guessKey } = await newKeyBox(id, code)
  const row = { ...box, ...(await face(dossier, key)), id, shape: 1, sealed: true, wrong: fromEarlierBuilds } as const
  return { row, key, guessKey }
}
