import { digestOf } from '../core/crypto/cipher.ts'
import { isEncrypted, keyOf, notify, putKey } from '../core/crypto/keyring.ts'
import { needDisk } from '../core/db/connection.ts'
import { encryptedRow, putEncrypted } from '../core/db/create-encrypted.ts'
import { transact } from '../core/db/database.ts'
import type { Dossier } from '../core/db/dossier.ts'
import {
  type EncryptedRow,
  encryptBody,
  isEncryptedRow,
  purposeOf,
  replaceBody,
} from '../core/db/encrypted-dossiers.ts'
import { letGoFirst, ofDossier } from '../core/db/let-go.ts'
import { markAsDrawn, markKept } from '../core/db/marker.ts'
import { isUnchanged, putRevised } from '../core/db/revision.ts'
import { sourceFileKey, storedForm } from '../core/db/source-files.ts'
import type { DocumentType } from '../spec/documents.ts'
import {
  allOfIt,
  type Contents,
  encryptContents,
  putContents,
  revisionOf,
  rowsIn,
} from './contents.ts'
import type { Item } from './item.ts'
import { announce, putItem } from './items.ts'
import { deleteItems } from './store.ts'

/** The entry point for a dossier that comes from another device. */

export interface Arriving extends Pick<Contents, 'dossier' | 'files'> {
  /** For a new encrypted dossier. */
  code?: string | undefined
  items: readonly {
    item: Omit<Item, 'digest'> & Partial<Pick<Item, 'digest'>>
    body: string | undefined
  }[]
  /** What is replaced on this device: requests here, source files in `dropped`. */
  forgotten: readonly Pick<Item, 'id'>[]
  dropped: readonly DocumentType[]
}

/**
 * Writes the whole dossier in one step, or nothing. Items that were held here may be sent from here
 * again.
 * @param before what this device holds of the dossier already
 * @returns false where that has changed meanwhile: nothing has happened then
 * @throws LockedError when the dossier is encrypted and locked; DOMException when the device has no
 * room
 */
export async function importContents(
  arriving: Arriving,
  before: Contents | undefined,
): Promise<boolean> {
  // The other device erases its own once this one has it.
  needDisk()
  // The wizard may open at a later step than it was left at here.
  markAsDrawn(false)
  const { dossier, forgotten, dropped } = arriving
  const made = await encrypting(arriving, before !== undefined)
  const bring = () =>
    transact([...allOfIt, 'device'], async stores => {
      const rows = await rowsIn(stores, dossier.id)
      if (before && !isUnchanged(before, revisionOf(rows))) return false
      if (made.fresh) putEncrypted(stores, made.fresh)
      else {
        const row = isEncryptedRow(rows.row)
          ? replaceBody(rows.row, made.row as EncryptedRow)
          : (made.row as Dossier)
        putRevised(stores.dossiers, row, dossier.id)
      }
      for (const { held, ...item } of rows.items) if (held) putItem(stores.queue, item)
      deleteItems(stores, forgotten)
      for (const document of dropped) stores.sourceFiles.delete(sourceFileKey(dossier.id, document))
      putContents(stores, made)
      return true
    })
  if (!(await letGoFirst(ofDossier(dossier.id), bring))) return false
  if (made.key && !before) putKey(dossier.id, made.key, purposeOf(dossier))
  markKept()
  notify({ kind: 'draft' })
  announce({ kind: 'changed' })
  return true
}

async function encrypting({ dossier, code = '', items, files }: Arriving, isHere: boolean) {
  const { id } = dossier
  const whole = await Promise.all(items.map(withDigest))
  if (!isEncrypted(id)) {
    const named = files.map(async ({ document, ...file }) => {
      const label = sourceFileKey(id, document)
      return [label, await storedForm(id, label, file)] as const
    })
    const unencrypted = whole.map(({ item, body }) => ({ item, payload: body }))
    return {
      row: dossier,
      key: undefined,
      fresh: undefined,
      items: unencrypted,
      files: await Promise.all(named),
    }
  }
  const fresh = isHere ? undefined : await encryptedRow(dossier, code)
  const key = fresh?.key ?? keyOf(id)
  const row = fresh?.row ?? (await encryptBody(dossier, key))
  return { row, key, fresh, ...(await encryptContents(id, key, { items: whole, files })) }
}

/**
 * Computes digest and size from the body, where there is one: the other device's figures are not
 * trusted.
 */
async function withDigest({ item, body }: Arriving['items'][number]) {
  if (body === undefined) return { item: { digest: '', ...item }, body }
  const bytes = new TextEncoder().encode(body)
  return { item: { ...item, digest: await digestOf(bytes), bytes: bytes.byteLength }, body }
}
