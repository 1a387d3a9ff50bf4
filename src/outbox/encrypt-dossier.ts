import { get, getMany, keys, promisifyRequest } from 'idb-keyval'
import { decrypt, encrypt } from '../core/crypto/cipher.ts'
import { newEncryptedId } from '../core/crypto/keyring.ts'
import { encryptedRow, type NewEncrypted, putEncrypted } from '../core/db/create-encrypted.ts'
import { storeOf, transact } from '../core/db/database.ts'
import { deviceKey, deviceStore, entriesIn, type KeptReceipt } from '../core/db/device-store.ts'
import { type Dossier, touched } from '../core/db/dossier.ts'
import { encryptSourceFile, type SourceFile, sourceFileKey } from '../core/db/source-files.ts'
import { type DocumentType, documentTypes } from '../spec/documents.ts'
import { erase } from './api.ts'
import { encryptRow, type Payload } from './encrypt-items.ts'
import type { Item } from './item.ts'
import { announce, itemsIn, listItems } from './items.ts'

const sourceFiles = storeOf('sourceFiles')
const payloads = storeOf('payloads')

/**
 * Encrypts what an own device kept unencrypted, under a code that the student has just chosen: the draft, its source
 * files and what waits, in one step. The dossier gets a new id; the items keep theirs, so that one on its way arrives.
 * A finished dossier opens at its end, which its accepted items tell.
 * @returns its new id; undefined when the draft changed meanwhile, and nothing has happened then
 */
export async function encryptDossier(unencrypted: Dossier, code: string, now: number): Promise<string | undefined> {
  const { closed: _, ...unfinished } = unencrypted
  const originId = unencrypted.originId ?? unencrypted.id
  const dossier = { ...touched(unfinished, now), id: newEncryptedId(), originId }
  const made = await encryptedRow(dossier, code)
  // An item that is sent or tried again meanwhile is encrypted once more: the student should not have to press again.
  for (let tries = 0; tries < 5; tries += 1) {
    const done = await replace(unencrypted, dossier, made)
    if (done !== 'sent meanwhile') return done === 'replaced' ? dossier.id : undefined
  }
  return undefined
}

async function replace(
  unencrypted: Dossier,
  dossier: Dossier,
  made: NewEncrypted,
): Promise<'replaced' | 'changed' | 'sent meanwhile'> {
  const before = (await listItems()).filter(item => item.dossier === unencrypted.id)
  const items = await Promise.all(before.map(item => encryptedItem({ ...item, dossier: dossier.id })))
  const files = await encryptedFiles(unencrypted.id, dossier.id, made.key)
  const receipts = await encryptedReceipts(unencrypted.id, dossier.id, made.key)
  return transact(['dossiers', 'sourceFiles', 'queue', 'payloads', 'device'], async stores => {
    const draft = await promisifyRequest(stores.dossiers.get(unencrypted.id))
    if (draft?.savedAt !== unencrypted.savedAt) return 'changed'
    const after = (await itemsIn(stores.queue)).filter(item => item.dossier === unencrypted.id)
    if (JSON.stringify(after) !== JSON.stringify(before)) return 'sent meanwhile'
    stores.dossiers.delete(unencrypted.id)
    stores.device.delete(deviceStore.code(unencrypted.id))
    putEncrypted(stores, made)
    for (const document of documentTypes) {
      stores.sourceFiles.delete(sourceFileKey(unencrypted.id, document))
      stores.device.delete(deviceStore.attempts(unencrypted.id, document))
    }
    for (const [name, file] of files) stores.sourceFiles.put(file, name)
    for (const { from, to, receipt } of receipts) {
      stores.device.delete(from)
      stores.device.put(receipt, to)
    }
    for (const { item, payload } of items) {
      stores.queue.put(item, item.id)
      if (payload) stores.payloads.put(payload, item.id)
    }
    return 'replaced'
  })
}

async function encryptedItem(unencrypted: Item): Promise<{ item: Item; payload: Payload | undefined }> {
  const body = await get<Payload>(unencrypted.id, payloads)
  return encryptRow(unencrypted, typeof body === 'string' ? body : undefined)
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

async function encryptedFiles(from: string, to: string, key: CryptoKey) {
  const all = await keys<string>(sourceFiles)
  const there = documentTypes.filter(document => all.includes(sourceFileKey(from, document)))
  const files = await getMany<SourceFile>(
    there.map(document => sourceFileKey(from, document)),
    sourceFiles,
  )
  const encrypted = async (document: DocumentType, file: SourceFile | undefined) => {
    const name = sourceFileKey(to, document)
    return file ? [[name, await encryptSourceFile(key, name, file)] as const] : []
  }
  return (await Promise.all(there.map((document, index) => encrypted(document, files[index])))).flat()
}

// The entry point for shared devices only: loaded with their screens.

/** Encrypts a dossier under the student's code: see `encryptDossier`. */
export async function protectDossier(unencrypted: Dossier, code: string, now: number): Promise<string | undefined> {
  const encrypted = await encryptDossier(unencrypted, code, now)
  if (encrypted) announce({ kind: 'changed' })
  return encrypted
}

/**
 * Erases a dossier without a code. What is left to send is encrypted first, under a random code that is not kept: a
 * request must not wait unencrypted, and a refused one must not stay where no dossier shows it.
 */
export async function eraseUnencrypted(dossier: Dossier, all: boolean, now: number): Promise<void> {
  if (all) return erase(dossier.id, true)
  const encrypted = await encryptDossier(dossier, crypto.randomUUID(), now)
  if (!encrypted) throw new Error('The dossier has changed meanwhile.')
  await erase(encrypted, false)
}
