import { get, getMany, keys, promisifyRequest } from 'idb-keyval'
import { seal, unseal } from '../core/crypto/cipher.ts'
import { newSealedId } from '../core/crypto/keyring.ts'
import { putSealed, type Sealed, sealedRow } from '../core/db/create-sealed.ts'
import { storeOf, transact } from '../core/db/database.ts'
import { deviceKey, deviceStore, entriesIn, type KeptReceipt } from '../core/db/device-store.ts'
import { type Dossier, touched } from '../core/db/dossier.ts'
import { type Original, originalKey, sealOriginal } from '../core/db/originals.ts'
import { type DocumentType, documentTypes } from '../spec/documents.ts'
import { erase } from './api.ts'
import { type Payload, veiledRow } from './encrypt-items.ts'
import type { Item } from './item.ts'
import { announce, itemsIn, listItems } from './items.ts'

const originals = storeOf('originals')
const payloads = storeOf('payloads')

/**
 * Seals what an own device kept in the clear, under a code that the student has just chosen: the draft, its picked files
 * and what waits, in one step. It has a new id from then on; the items keep theirs, so that one on its way arrives.
 * A finished one opens at its end, which its accepted items tell.
 * @returns its new id; undefined when the draft changed meanwhile, and nothing has happened then
 */
export async function sealDossier(plain: Dossier, code: string, now: number): Promise<string | undefined> {
  const { closed: _, ...unfinished } = plain
  const lineage = plain.lineage ?? plain.id
  const dossier = { ...touched(unfinished, now), id: newSealedId(), lineage }
  const made = await sealedRow(dossier, code)
  // What is sent or tried again while it is sealed is sealed anew: nobody should have to press again for that.
  for (let tries = 0; tries < 5; tries += 1) {
    const done = await replace(plain, dossier, made)
    if (done !== 'sent meanwhile') return done === 'replaced' ? dossier.id : undefined
  }
  return undefined
}

async function replace(
  plain: Dossier,
  dossier: Dossier,
  made: Sealed,
): Promise<'replaced' | 'changed' | 'sent meanwhile'> {
  const before = (await listItems()).filter(item => item.dossier === plain.id)
  const items = await Promise.all(before.map(item => sealedItem({ ...item, dossier: dossier.id })))
  const files = await sealedFiles(plain.id, dossier.id, made.key)
  const receipts = await sealedReceipts(plain.id, dossier.id, made.key)
  return transact(['dossiers', 'originals', 'queue', 'payloads', 'device'], async stores => {
    const draft = await promisifyRequest(stores.dossiers.get(plain.id))
    if (draft?.savedAt !== plain.savedAt) return 'changed'
    const after = (await itemsIn(stores.queue)).filter(item => item.dossier === plain.id)
    if (JSON.stringify(after) !== JSON.stringify(before)) return 'sent meanwhile'
    stores.dossiers.delete(plain.id)
    putSealed(stores, made)
    for (const document of documentTypes) {
      stores.originals.delete(originalKey(plain.id, document))
      stores.device.delete(deviceStore.attempts(plain.id, document))
    }
    for (const [name, file] of files) stores.originals.put(file, name)
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

async function sealedItem(plain: Item): Promise<{ item: Item; payload: Payload | undefined }> {
  const body = await get<Payload>(plain.id, payloads)
  return veiledRow(plain, typeof body === 'string' ? body : undefined)
}

/** A copy that was kept on an own device lies under that device's key. */
async function sealedReceipts(from: string, to: string, key: CryptoKey) {
  const range = deviceStore.receiptsOf(from)
  const kept = await transact(['device'], ({ device }) => entriesIn<KeptReceipt>(device, range))
  return Promise.all(
    kept.map(async ([name, { at, sealed }]) => {
      const other = name.replace(from, to)
      const bytes = await unseal(await deviceKey(), name, sealed)
      return { from: name, to: other, receipt: { at, sealed: await seal(key, other, bytes) } }
    }),
  )
}

async function sealedFiles(from: string, to: string, key: CryptoKey) {
  const all = await keys<string>(originals)
  const there = documentTypes.filter(document => all.includes(originalKey(from, document)))
  const files = await getMany<Original>(
    there.map(document => originalKey(from, document)),
    originals,
  )
  const sealed = async (document: DocumentType, file: Original | undefined) => {
    const name = originalKey(to, document)
    return file ? [[name, await sealOriginal(key, name, file)] as const] : []
  }
  return (await Promise.all(there.map((document, index) => sealed(document, files[index])))).flat()
}

// The part of the door that only a shared device goes through: it comes with that device's screens.

/** Under a code of the student's: see `sealDossier`. */
export async function protectDossier(plain: Dossier, code: string, now: number): Promise<string | undefined> {
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
