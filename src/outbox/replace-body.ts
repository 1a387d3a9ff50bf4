import { orderedMs } from '../core/api/problem.ts'
import { digestOf } from '../core/crypto/cipher.ts'
import { isEncrypted } from '../core/crypto/keyring.ts'
import { transact } from '../core/db/database.ts'
import { encryptBody, encryptItem } from './encrypt-items.ts'
import { type Item, isToSend } from './item.ts'
import { announce, itemIn, putItem } from './items.ts'
import { hurryItem } from './transitions.ts'

/**
 * The entry point for a photo that no connection carries whole: loaded with the screens of the
 * documents.
 */

/**
 * Gives an item a lighter body with the same picture, to be sent at once. An attempt that is under
 * way goes on with the old one: whichever arrives first is the student's photo. An item that has
 * changed since `item` was read is left alone, except for its attempts.
 * @returns whether it was given
 */
export async function replaceBody(
  item: Item,
  body: string,
  gzippedBytes: number,
  now: number,
): Promise<boolean> {
  const { id } = item
  const bytes = new TextEncoder().encode(body)
  const made = { ...item, digest: await digestOf(bytes), bytes: bytes.byteLength }
  const encrypted = isEncrypted(item.dossier)
  const { digest } = encrypted ? await encryptItem(made) : made
  const payload = encrypted ? await encryptBody(id, body) : body
  const isGiven = await transact(['queue', 'payloads'], async ({ queue, payloads }) => {
    const there = await itemIn(queue, id)
    // Not the revision: an attempt changes that one, and is shorter than to make a photo lighter.
    // The digest tells the body, and that the dossier was encrypted meanwhile.
    if (there?.digest !== item.digest || !isToSend(there)) return false
    const { tooMuch, upload, ...rest } = there
    // Another attempt has begun in parts: of what something refuses, it may bring nothing.
    if (upload && (upload.arrived > 0 || tooMuch === undefined)) return false
    const lighter = hurryItem({ ...rest, digest, bytes: made.bytes, gzippedBytes }, now)
    // The pause was that of the heavier body, unless the provider asked for it.
    const isNew = tooMuch !== undefined && orderedMs(there.trouble) === 0
    putItem(queue, isNew ? { ...lighter, attempts: 0, notBefore: now } : lighter)
    payloads.put(payload, id)
    return true
  })
  if (isGiven) announce({ kind: 'changed' })
  return isGiven
}
