import type { DocumentType } from '../rules/documents.ts'
import { sealedRow } from '../storage/create-sealed.ts'
import { transact } from '../storage/database.ts'
import type { Dossier } from '../storage/dossier.ts'
import { markKept } from '../storage/marker.ts'
import { type Original, originalKey, sealOriginal } from '../storage/originals.ts'
import { face, isSealedRow, purposeOf, type SealedRow, withFace } from '../storage/sealed-dossiers.ts'
import { notify } from '../vault/channel.ts'
import { keyOf, putKey } from '../vault/keyring.ts'
import { isSealed } from '../vault/sealed-id.ts'
import { allOfIt, type Contents, type Rows, rowsIn, type Stores, versionOf } from './contents.ts'
import type { Item } from './item.ts'
import { remove } from './orphans.ts'
import { announce } from './signals.ts'
import { veiledRow } from './veil.ts'

/** The part of the door through which a dossier comes from another device. */

export interface Arriving {
  dossier: Dossier
  /** For a new sealed one. */
  code?: string | undefined
  items: readonly { item: Item; body: string | undefined }[]
  files: readonly (Original & { document: DocumentType })[]
  /** Of what lies here already: gone; accepted elsewhere; picked and no longer wanted. */
  forgotten: readonly Pick<Item, 'id'>[]
  accepted: readonly Pick<Item, 'id' | 'settledAt' | 'reply'>[]
  dropped: readonly DocumentType[]
}

/**
 * All of it in one step, or nothing. What is here already may go from here again.
 * @param before what lies here of it already
 * @returns false where that has changed meanwhile: nothing has happened then
 * @throws LockedError when it is sealed and not open; DOMException when the device has no room
 */
export async function arrive(arriving: Arriving, before: Contents | undefined): Promise<boolean> {
  const { id } = arriving.dossier
  const made = await sealing(arriving, before)
  const done = await transact(allOfIt, async stores => {
    const rows = await rowsIn(stores, id)
    if (before && versionOf(rows) !== before.version) return false
    stores.dossiers.put(isSealedRow(rows.row) ? withFace(rows.row, made.row as SealedRow) : made.row, id)
    settle(stores, rows, arriving)
    for (const { item, payload } of made.items) {
      stores.queue.put(item, item.id)
      if (payload) stores.payloads.put(payload, item.id)
    }
    for (const document of arriving.dropped) stores.originals.delete(originalKey(id, document))
    for (const [name, file] of made.files) stores.originals.put(file, name)
    return true
  })
  if (!done) return false
  if (!before && made.key) putKey(id, made.key, purposeOf(arriving.dossier))
  markKept()
  notify({ kind: 'draft' })
  announce({ kind: 'changed' })
  return true
}

function settle(stores: Stores, { items }: Rows, { forgotten, accepted }: Arriving): void {
  for (const { held: _, ...item } of items) {
    const by = accepted.find(({ id }) => id === item.id)
    if (forgotten.some(({ id }) => id === item.id)) remove(stores, [item])
    else if (by) {
      const { trouble: _trouble, veiled: _veiled, ...rest } = item
      const reply = by.reply && { ...by.reply, msg: isSealed(item.dossier) ? '' : by.reply.msg }
      stores.queue.put({ ...rest, state: 'accepted', ...defined({ settledAt: by.settledAt, reply }) }, item.id)
      stores.payloads.delete(item.id)
    } else stores.queue.put(item, item.id)
  }
}

const defined = <T extends object>(some: T) =>
  Object.fromEntries(Object.entries(some).filter(([, value]) => value !== undefined))

interface Made {
  row: Dossier | SealedRow | Partial<SealedRow>
  key: CryptoKey | undefined
  items: { item: Item; payload: unknown }[]
  files: (readonly [string, unknown])[]
}

/** Before the transaction, which waits for no cipher. */
async function sealing({ dossier, code, items, files }: Arriving, before: Contents | undefined): Promise<Made> {
  const names = files.map(({ document, ...file }) => [originalKey(dossier.id, document), file] as const)
  if (!isSealed(dossier.id)) {
    const plain = items.map(({ item, body }) => ({ item, payload: body }))
    return { row: dossier, key: undefined, items: plain, files: names }
  }
  const { row, key } = before ? await resealed(dossier) : await sealedRow(dossier, code ?? '')
  const sealed = items.map(({ item, body }) => veiledRow(item, body))
  const closed = names.map(async ([name, file]) => [name, await sealOriginal(key, name, file)] as const)
  return { row, key, items: await Promise.all(sealed), files: await Promise.all(closed) }
}

async function resealed(dossier: Dossier) {
  const key = keyOf(dossier.id)
  return { row: await face(dossier, key), key }
}
