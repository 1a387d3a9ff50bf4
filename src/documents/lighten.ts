import type { Item } from '../outbox/item.ts'
import { replaceBody } from '../outbox/replace-body.ts'
import { wholeBody } from '../outbox/whole-body.ts'
import type { DocumentType } from '../spec/documents.ts'
import { fromBase64, toBase64 } from './image/base64.ts'
import type { preparePhoto } from './image/photo-worker.page.ts'
import { lighterBytes } from './lighten.rule.ts'

/**
 * Makes lighter what no connection carries whole, and what a filter does not let through, from the
 * photo in the request: the source file is gone by then, and the student's crop is in it. The
 * device's key reads it, so a locked dossier's photos are made lighter too.
 * @returns false where the item has changed meanwhile: it may be tried again
 */
export async function lightenPhoto(item: Item, prepare: typeof preparePhoto): Promise<boolean> {
  const body = await wholeBody(item.id)
  if (!body) return true
  const said: { image: string } = JSON.parse(body)
  const picture = new Blob([fromBase64(said.image)])
  // `mayBeLighter` lets documents alone pass.
  const document = item.requestKey as DocumentType
  const most = lighterBytes(item, picture.size)
  const options = { document, economy: true, ...(most !== undefined && { most }) }
  const prepared = await prepare({ bytes: await picture.arrayBuffer(), picture }, options)
  if (!prepared.ok || prepared.photo.bytes.length >= picture.size) return true
  const { bytes, wire } = prepared.photo
  return replaceBody(
    item,
    JSON.stringify({ ...said, image: await toBase64(bytes) }),
    wire.gzipped,
    Date.now(),
  )
}
