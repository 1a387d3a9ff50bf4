import type { Problem } from '../core/api/problem.ts'
import { decryptText, type Encrypted, encryptText } from '../core/crypto/cipher.ts'
import { isEncrypted } from '../core/crypto/keyring.ts'
import { DamagedError } from '../core/db/damage.ts'
import { deviceKey, deviceMac } from '../core/db/device-store.ts'
import type { Item } from './item.ts'

/**
 * The waiting items of an encrypted dossier are encrypted under the device's key: page and worker
 * can send them while the dossier is locked. An item's row holds nothing that names a student, not
 * even as a hash that could be guessed.
 */

export type Payload = string | Encrypted

const labels = { body: 'payload', words: 'words', fingerprint: 'fingerprint' } as const
const label = (part: keyof typeof labels, item: string) => `${labels[part]}/${item}`

export async function encryptBody(item: string, body: string): Promise<Encrypted> {
  return encryptText(await deviceKey(), label('body', item), body)
}

/** @throws DamagedError, or what else `isDamage` knows */
export async function readBody(
  item: string,
  payload: Payload | undefined,
): Promise<string | undefined> {
  if (payload === undefined) return undefined
  if (typeof payload === 'string' && payload !== '') return payload
  if (!isEncryptedBody(payload)) throw new DamagedError()
  return decryptText(await deviceKey(), label('body', item), payload)
}

const isEncryptedBody = (payload: unknown): payload is Encrypted =>
  typeof payload === 'object' && (payload as Encrypted | null)?.iv instanceof ArrayBuffer

/** Encrypts a request that was unencrypted, with its body where it has one. */
export async function encryptRow(
  unencrypted: Item,
  body: string | undefined,
): Promise<{ item: Item; payload: Payload | undefined }> {
  const { item, words } = redacted(await encryptItem(unencrypted))
  const encryptedParts = {
    ...item.encryptedParts,
    ...(words ? { words: await encryptWords(item.id, words) } : {}),
  }
  return {
    item: { ...item, encryptedParts },
    payload: body === undefined ? undefined : await encryptBody(item.id, body),
  }
}

/**
 * The digest of a matricule alone could be found by trying all; under the device's key it can't.
 */
export async function encryptItem(item: Item): Promise<Item> {
  const { fingerprint, ...rest } = item
  const digest = await deviceMac(`digest/${item.digest}`)
  if (!fingerprint) return { ...rest, digest }
  const encrypted = await encryptText(await deviceKey(), label('fingerprint', item.id), fingerprint)
  return { ...rest, digest, encryptedParts: { ...item.encryptedParts, fingerprint: encrypted } }
}

/** Takes out the provider's words, which may name the student; the status does not. */
export function redacted(item: Item): { item: Item; words: string | undefined } {
  const { reply, trouble } = item
  const words = reply?.msg || (trouble?.kind === 'http' ? trouble.reply?.msg : undefined)
  const { words: _, ...encryptedParts } = item.encryptedParts ?? {}
  return { item: withWords({ ...item, encryptedParts }, ''), words: words || undefined }
}

export async function encryptWords(item: string, words: string): Promise<Encrypted> {
  return encryptText(await deviceKey(), label('words', item), words)
}

function withWords(item: Item, msg: string): Item {
  const { reply, trouble } = item
  return {
    ...item,
    ...(reply ? { reply: { ...reply, msg } } : {}),
    ...(trouble ? { trouble: troubleWith(trouble, msg) } : {}),
  }
}

function troubleWith(trouble: Problem, msg: string): Problem {
  return trouble.kind === 'http' && trouble.reply
    ? { ...trouble, reply: { ...trouble.reply, msg } }
    : trouble
}

/** An item as its student sees it, once the dossier is open. */
export async function decryptItem(item: Item): Promise<Item> {
  if (!isEncrypted(item.dossier) || !item.encryptedParts) return item
  const key = await deviceKey()
  const read = (part: 'words' | 'fingerprint') => {
    const encrypted = item.encryptedParts?.[part]
    return (
      encrypted &&
      decryptText(key, label(part, item.id), encrypted).catch((): undefined => undefined)
    )
  }
  const [words, fingerprint] = await Promise.all([read('words'), read('fingerprint')])
  const { encryptedParts: _, ...bare } = item
  return { ...(words ? withWords(bare, words) : bare), ...(fingerprint ? { fingerprint } : {}) }
}
