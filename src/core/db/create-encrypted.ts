import { promisifyRequest } from 'idb-keyval'
import type { Wrong } from '../crypto/codes.rule.ts'
import {
  type Bound,
  bindKeyBox,
  createKeyBox,
  type Inner,
  unbindKeyBox,
} from '../crypto/dossier-key.ts'
import { newEncryptedId, putKey } from '../crypto/keyring.ts'
import { readTogether, transact, writeTogether } from './database.ts'
import { deviceStore, recallIn } from './device-store.ts'
import type { Dossier } from './dossier.ts'
import { type EncryptedRow, encryptBody, isEncryptedRow, purposeOf } from './encrypted-dossiers.ts'
import { isUnchanged, putRevised } from './revision.ts'

/** Creates an encrypted dossier before the student types a first answer. It is open from now on. */
export async function createEncrypted(
  kind: Dossier['kind'],
  code: string,
  now: number,
  answers = {},
): Promise<Dossier> {
  const dossier: Dossier = {
    id: newEncryptedId(),
    kind,
    shape: 1,
    createdAt: now,
    savedAt: now,
    answers,
  }
  const made = await encryptedRow(dossier, code)
  await writeTogether(['dossiers', 'device'], stores => putEncrypted(stores, made))
  putKey(dossier.id, made.key, purposeOf(dossier))
  return dossier
}

export interface NewEncrypted {
  row: EncryptedRow
  key: CryptoKey
  guessKey: CryptoKey
}

export async function encryptedRow(dossier: Dossier, code: string): Promise<NewEncrypted> {
  const { id } = dossier
  const { box, key, guessKey } = await createKeyBox(id, code)
  const row = {
    ...box,
    ...(await encryptBody(dossier, key)),
    id,
    shape: 1,
    encrypted: true,
  } as const
  return { row, key, guessKey }
}

export interface Counted {
  row: EncryptedRow
  /** The count before the change. */
  before: Wrong
  /** The count after the change. */
  wrong: Wrong
  inner: Inner
}

/**
 * Changes the count of wrong codes. The dossier's key is wrapped with the new count under a new
 * guess key, and one transaction replaces both: neither an edited count nor an older copy of the
 * row opens anything.
 * @param change returns the new count; if it returns the same object, nothing is written
 */
export async function recount(
  id: string,
  change: (before: Wrong) => Wrong,
  also: Partial<Pick<EncryptedRow, 'savedAt'>> = {},
): Promise<Counted | 'gone' | 'altered'> {
  for (;;) {
    const found = await read(id)
    if (!found) return 'gone'
    const { row, guessKey } = found
    const inner = guessKey && (await unbindKeyBox(id, row, guessKey))
    if (!inner) return 'altered'
    const before = row.guesses
    const wrong = change(before)
    if (wrong === before) return { row, before, wrong, inner }
    if (await replace(row, await bindKeyBox(id, row, inner, wrong), also))
      return { row, before, wrong, inner }
  }
}

function read(id: string) {
  return readTogether(['dossiers', 'device'], async ({ dossiers, device }) => {
    const [row, guessKey] = [dossiers.get(id), recallIn(device, deviceStore.guessKey(id))]
    const stored: unknown = await promisifyRequest(row)
    return isEncryptedRow(stored) ? { row: stored, guessKey: await guessKey } : undefined
  })
}

/**
 * The caller has encrypted already: a transaction would not wait.
 * @returns false if another tab wrote meanwhile
 */
function replace(
  row: EncryptedRow,
  { box, guessKey }: Bound,
  also: Partial<EncryptedRow>,
): Promise<boolean> {
  return transact(['dossiers', 'device'], async ({ dossiers, device }) => {
    const stored: unknown = await promisifyRequest(dossiers.get(row.id))
    if (!isEncryptedRow(stored) || !isUnchanged(row, stored)) return false
    putEncrypted({ dossiers, device }, { row: { ...stored, ...box, ...also }, guessKey })
    return true
  })
}

/** A row and its guess key are always written in the same transaction. */
export function putEncrypted(
  { dossiers, device }: Record<'dossiers' | 'device', IDBObjectStore>,
  { row, guessKey }: { row: EncryptedRow; guessKey: CryptoKey },
): void {
  putRevised(dossiers, row, row.id)
  device.put(guessKey, deviceStore.guessKey(row.id))
}
