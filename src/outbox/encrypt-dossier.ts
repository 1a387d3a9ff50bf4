import { decrypt, encrypt } from '../core/crypto/cipher.ts'
import { newEncryptedId } from '../core/crypto/keyring.ts'
import { encryptedRow, type NewEncrypted, putEncrypted } from '../core/db/create-encrypted.ts'
import { transact } from '../core/db/database.ts'
import { deviceKey, deviceStore, entriesIn, type KeptReceipt } from '../core/db/device-store.ts'
import { type Dossier, touched } from '../core/db/dossier.ts'
import { letGoFirst, ofDossier } from '../core/db/let-go.ts'
import { isUnchanged } from '../core/db/revision.ts'
import { sourceFileKey } from '../core/db/source-files.ts'
import { documentTypes } from '../spec/documents.ts'
import { erase } from './api.ts'
import {
  allOfIt,
  type Contents,
  contentsOf,
  encryptContents,
  putContents,
  revisionOf,
  rowsIn,
} from './contents.ts'
import { announce } from './items.ts'

/** The entry point for shared devices only: loaded with their screens. */

/**
 * Encrypts what an own device kept unencrypted, under a code that the student has just chosen: the
 * draft, its source files and what waits, in one step. The dossier gets a new id; the items keep
 * theirs, so that one on its way arrives. A finished dossier opens at its end, which its accepted
 * items tell.
 * @returns its new id; undefined when the draft changed meanwhile, and nothing has happened then
 */
export async function encryptDossier(
  unencrypted: Dossier,
  code: string,
  now: number,
): Promise<string | undefined> {
  const { closed: _, ...unfinished } = unencrypted
  const originId = unencrypted.originId ?? unencrypted.id
  const dossier = { ...touched(unfinished, now), id: newEncryptedId(), originId }
  const made = await encryptedRow(dossier, code)
  // What is sent, tried again or picked meanwhile is encrypted once more: the student should not
  // have to press again.
  for (let tries = 0; tries < 5; tries += 1) {
    const before = await contentsOf(unencrypted.id)
    if (!before || !isUnchanged(unencrypted, before.dossier)) return undefined
    if (await replace(before, made)) return dossier.id
  }
  return undefined
}

/** @returns false where anything of it has changed meanwhile: nothing has happened then */
async function replace(before: Contents, made: NewEncrypted): Promise<boolean> {
  const [from, to] = [before.dossier.id, made.row.id]
  const contents = await encryptContents(to, made.key, before)
  const receipts = await encryptedReceipts(from, to, made.key)
  const encrypt = () =>
    transact([...allOfIt, 'device'], async stores => {
      if (!isUnchanged(before, revisionOf(await rowsIn(stores, from)))) return false
      stores.dossiers.delete(from)
      stores.device.delete(deviceStore.code(from))
      putEncrypted(stores, made)
      for (const document of documentTypes) {
        stores.sourceFiles.delete(sourceFileKey(from, document))
        stores.device.delete(deviceStore.attempts(from, document))
      }
      for (const { from, to, receipt } of receipts) {
        stores.device.delete(from)
        stores.device.put(receipt, to)
      }
      putContents(stores, contents)
      return true
    })
  return letGoFirst(ofDossier(from), encrypt)
}

/** A receipt that was kept on an own device is encrypted under that device's key. */
async function encryptedReceipts(from: string, to: string, key: CryptoKey) {
  const range = deviceStore.receiptsOf(from)
  const kept = await transact(['device'], ({ device }) => entriesIn<KeptReceipt>(device, range))
  return Promise.all(
    kept.map(async ([name, { at, encrypted }]) => {
      const other = name.replace(from, to)
      const bytes = await decrypt(await deviceKey(), name, encrypted)
      return { from: name, to: other, receipt: { at, encrypted: await encrypt(key, other, bytes) } }
    }),
  )
}

/** Encrypts a dossier under the student's code: see `encryptDossier`. */
export async function protectDossier(
  unencrypted: Dossier,
  code: string,
  now: number,
): Promise<string | undefined> {
  const encrypted = await encryptDossier(unencrypted, code, now)
  if (encrypted) announce({ kind: 'changed' })
  return encrypted
}

/**
 * Erases a dossier without a code. What is left to send is encrypted first, under a random code
 * that is not kept: a request must not wait unencrypted, and a refused one must not stay where no
 * dossier shows it.
 */
export async function eraseUnencrypted(dossier: Dossier, all: boolean, now: number): Promise<void> {
  if (all) return erase(dossier.id, true)
  const encrypted = await encryptDossier(dossier, crypto.randomUUID(), now)
  if (!encrypted) throw new Error('The dossier has changed meanwhile.')
  await erase(encrypted, false)
}
