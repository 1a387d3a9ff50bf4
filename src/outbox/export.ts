import { promisifyRequest } from 'idb-keyval'
import { isEncrypted, keyOf } from '../core/crypto/keyring.ts'
import { readTries, transact } from '../core/db/database.ts'
import { type Dossier, withKnownPackage } from '../core/db/dossier.ts'
import { changeDossier } from '../core/db/dossiers.ts'
import { decryptDossier, type EncryptedRow, isEncryptedRow, vector } from '../core/db/encrypted-dossiers.ts'
import { type EncryptedSourceFile, readSourceFile, type SourceFile, sourceFileKey } from '../core/db/source-files.ts'
import { type DocumentType, documentTypes } from '../spec/documents.ts'
import { decryptItem, type Payload, readBody } from './encrypt-items.ts'
import type { Item } from './item.ts'
import { announce, itemsIn } from './items.ts'
import { undisturbed } from './turn.ts'

/** All that the disk holds of a dossier, as its student sees it. */
export interface Contents {
  dossier: Dossier
  items: readonly { item: Item; body: string | undefined }[]
  /** Picked, and not prepared. */
  files: readonly (SourceFile & { document: DocumentType })[]
  /** Changes as soon as anything of the dossier changes. */
  version: string
}

export type Stores = Record<'dossiers' | 'queue' | 'payloads' | 'sourceFiles', IDBObjectStore>
export const allOfIt = ['dossiers', 'queue', 'payloads', 'sourceFiles'] as const

export interface Rows {
  row: Dossier | EncryptedRow | undefined
  items: Item[]
  files: { document: DocumentType; kept: SourceFile | EncryptedSourceFile }[]
}

const get = <T>(store: IDBObjectStore, name: string): Promise<T | undefined> => promisifyRequest(store.get(name))

/** Reads within a transaction that is open. */
export async function rowsIn({ dossiers, queue, sourceFiles }: Stores, id: string): Promise<Rows> {
  const files = documentTypes.map(async document => {
    const kept = await get<SourceFile | EncryptedSourceFile>(sourceFiles, sourceFileKey(id, document))
    return kept ? [{ document, kept }] : []
  })
  const row = await get<Dossier | EncryptedRow>(dossiers, id)
  const items = (await itemsIn(queue)).filter(({ dossier }) => dossier === id)
  return { row, items, files: (await Promise.all(files)).flat() }
}

export function versionOf({ row, items, files }: Rows): string {
  const picks = files.map(({ document, kept }) => [document, kept.revision])
  return JSON.stringify([isEncryptedRow(row) ? vector(row) : row, items, picks])
}

/** One consistent snapshot: a photo that is being prepared is in it as a file or as a request, and never as neither. */
export async function contentsOf(id: string): Promise<Contents | undefined> {
  const key = isEncrypted(id) ? keyOf(id) : undefined
  const read = async (stores: Stores) => {
    const rows = await rowsIn(stores, id)
    const payloads = rows.items.map(item => get<Payload>(stores.payloads, item.id))
    return { rows, payloads: await Promise.all(payloads) }
  }
  const { rows, payloads } = await transact(allOfIt, read, readTries)
  const { row } = rows
  if (!row) return undefined
  const items = rows.items.map(async (item, index) => ({
    item: await decryptItem(item),
    body: await readBody(item.id, payloads[index]),
  }))
  const files = rows.files.map(async ({ document, kept }) => ({
    ...(await readSourceFile(id, sourceFileKey(id, document), kept)),
    document,
  }))
  return {
    dossier: isEncryptedRow(row) && key ? await decryptDossier(row, key) : (row as Dossier),
    items: await Promise.all(items),
    files: await Promise.all(files),
    version: versionOf(rows),
  }
}

// The entry point for a dossier that moves to another device.

/**
 * Marks the dossier as transferred (`transferred`), in one step with holding what waits. From then on nothing of it is sent;
 * a request on its way is cut off, or has its answer when this resolves.
 * @returns what the disk holds after that; undefined where there is no such dossier
 */
export async function exportContents(
  id: string,
  mark: NonNullable<Dossier['transferred']>,
): Promise<Contents | undefined> {
  await changeDossier(
    id,
    stored => stored && { ...stored, transferred: mark, knownPackages: withKnownPackage(stored, mark.id, true) },
    queue => eachOf(id, queue, item => ({ ...item, held: true })),
  )
  announce({ kind: 'changed' })
  try {
    return await undisturbed(() => contentsOf(id))
  } finally {
    // The sender has stopped for the snapshot: it continues with the items of the other dossiers.
    announce({ kind: 'changed' })
  }
}

/** Held items may be sent again, from this device. */
export async function release(id: string): Promise<void> {
  await changeDossier(
    id,
    stored => stored && withoutMark(stored),
    queue => eachOf(id, queue, ({ held: _, ...item }) => item),
  )
  announce({ kind: 'changed' })
}

function withoutMark(dossier: Dossier): Dossier {
  if (!dossier.transferred) return dossier
  const { transferred: _, ...rest } = dossier
  return rest
}

async function eachOf(dossier: string, queue: IDBObjectStore, change: (item: Item) => Item): Promise<void> {
  for (const item of await itemsIn(queue))
    if (item.dossier === dossier && item.state !== 'accepted') queue.put(change(item), item.id)
}
