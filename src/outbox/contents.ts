import { isEncrypted, keyOf } from '../core/crypto/keyring.ts'
import { isDamage } from '../core/db/damage.ts'
import { readTogether } from '../core/db/database.ts'
import type { Dossier } from '../core/db/dossier.ts'
import { decryptDossier, type EncryptedRow, isEncryptedRow } from '../core/db/encrypted-dossiers.ts'
import { joinRevisions, type Revised } from '../core/db/revision.ts'
import {
  type EncryptedSourceFile,
  encryptSourceFile,
  isWhole,
  readSourceFile,
  type SourceFile,
  sourceFileKey,
} from '../core/db/source-files.ts'
import { type DocumentType, documentTypes } from '../spec/documents.ts'
import { decryptItem, encryptRow, type Payload } from './encrypt-items.ts'
import type { Item } from './item.ts'
import { itemsIn, putItem } from './items.ts'
import { soundBody } from './whole-body.ts'

/** All that the disk holds of a dossier, as its student sees it. */
export interface Contents extends Revised {
  dossier: Dossier
  /** `body` is missing where the item is accepted, or the disk has damaged it. */
  items: readonly { item: Item; body: string | undefined }[]
  /** Picked, and not prepared. */
  files: readonly (SourceFile & { document: DocumentType })[]
}

export type Stores = Record<'dossiers' | 'queue' | 'payloads' | 'sourceFiles', IDBObjectStore>
export const allOfIt = ['dossiers', 'queue', 'payloads', 'sourceFiles'] as const

export interface Rows {
  row: Dossier | EncryptedRow | undefined
  items: Item[]
  files: { document: DocumentType; kept: SourceFile | EncryptedSourceFile }[]
}

/** Undefined also where it is damaged: the rest of the dossier does not stay behind with it. */
const get = <T>(store: IDBObjectStore, name: string): Promise<T | undefined> =>
  new Promise((resolve, reject) => {
    const request = store.get(name)
    request.onsuccess = () => resolve(request.result)
    request.onerror = event => {
      if (!isDamage(request.error)) return reject(request.error)
      // Or the transaction would end with it.
      event.preventDefault()
      resolve(undefined)
    }
  })

/** Reads within a transaction that is open. */
export async function rowsIn({ dossiers, queue, sourceFiles }: Stores, id: string): Promise<Rows> {
  const files = documentTypes.map(async document => {
    const kept: unknown = await get(sourceFiles, sourceFileKey(id, document))
    return isWhole(kept) ? [{ document, kept }] : []
  })
  const row = await get<Dossier | EncryptedRow>(dossiers, id)
  const items = (await itemsIn(queue)).filter(({ dossier }) => dossier === id)
  return { row, items, files: (await Promise.all(files)).flat() }
}

/** Of all that the disk holds of a dossier. */
export const revisionOf = ({ row, items, files }: Rows): Revised =>
  joinRevisions([row, ...items, ...files.map(({ kept }) => kept)])

export interface EncryptedContents {
  items: readonly { item: Item; payload: Payload | undefined }[]
  files: readonly (readonly [name: string, file: SourceFile | EncryptedSourceFile])[]
}

/**
 * For a dossier of this id; runs before the transaction, which does not stay open while a cipher
 * runs.
 */
export async function encryptContents(
  id: string,
  key: CryptoKey,
  { items, files }: Pick<Contents, 'items' | 'files'>,
): Promise<EncryptedContents> {
  const encrypted = files.map(async ({ document, ...file }) => {
    const name = sourceFileKey(id, document)
    return [name, await encryptSourceFile(key, name, file)] as const
  })
  const rows = items.map(({ item, body }) => encryptRow({ ...item, dossier: id }, body))
  return { items: await Promise.all(rows), files: await Promise.all(encrypted) }
}

/** Writes within a transaction that is open. */
export function putContents(
  { queue, payloads, sourceFiles }: Stores,
  { items, files }: EncryptedContents,
): void {
  for (const { item, payload } of items) {
    putItem(queue, item)
    if (payload) payloads.put(payload, item.id)
    else payloads.delete(item.id)
  }
  // A source file keeps its revision: it is the same photo.
  for (const [name, file] of files) sourceFiles.put(file, name)
}

/**
 * One consistent snapshot: a photo that is being prepared is in it as a file or as a request, and
 * never as neither.
 */
export async function contentsOf(id: string): Promise<Contents | undefined> {
  const key = isEncrypted(id) ? keyOf(id) : undefined
  const read = async (stores: Stores) => {
    const rows = await rowsIn(stores, id)
    const payloads = rows.items.map(item => get<Payload>(stores.payloads, item.id))
    return { rows, payloads: await Promise.all(payloads) }
  }
  const { rows, payloads } = await readTogether(allOfIt, read)
  const { row } = rows
  if (!row) return undefined
  const items = rows.items.map(async (item, index) => ({
    item: await decryptItem(item),
    body: await soundBody(item, payloads[index]),
  }))
  const files = rows.files.map(({ document, kept }) =>
    readSourceFile(id, sourceFileKey(id, document), kept).then(
      file => [{ ...file, document }],
      // What the disk has damaged goes nowhere.
      (): [] => [],
    ),
  )
  return {
    dossier: isEncryptedRow(row) && key ? await decryptDossier(row, key) : (row as Dossier),
    items: await Promise.all(items),
    files: (await Promise.all(files)).flat(),
    ...revisionOf(rows),
  }
}
