import { noneWrong } from '../vault/attempts.rule.ts'
import { newKeyBox } from '../vault/dossier-key.ts'
import { putKey } from '../vault/keyring.ts'
import { newSealedId } from '../vault/sealed-id.ts'
import { writeTogether } from './database.ts'
import { deviceKey } from './device-keys.ts'
import type { Dossier } from './dossier.ts'
import { face, purposeOf, type SealedRow } from './sealed-dossiers.ts'

/** An empty dossier with its own key, before a first answer is typed. It is open from now on. */
export async function createSealed(kind: Dossier['kind'], code: string, now: number, answers = {}): Promise<Dossier> {
  const dossier: Dossier = { id: newSealedId(), kind, shape: 1, createdAt: now, savedAt: now, answers }
  const { row, key } = await sealedRow(dossier, code)
  await writeTogether(['dossiers'], stores => {
    stores.dossiers.put(row, row.id)
  })
  putKey(dossier.id, key, purposeOf(dossier))
  return dossier
}

export async function sealedRow(dossier: Dossier, code: string): Promise<{ row: SealedRow; key: CryptoKey }> {
  const { id } = dossier
  const { box, key } = await newKeyBox(id, code, await deviceKey())
  return { row: { ...box, ...(await face(dossier, key)), id, shape: 1, sealed: true, wrong: noneWrong }, key }
}
