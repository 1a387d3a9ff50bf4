import type { Problem } from '../core/api/problem.ts'
import { type Sealed, sealText, unsealText } from '../core/crypto/cipher.ts'
import { isSealed } from '../core/crypto/keyring.ts'
import { deviceKey, deviceMac } from '../core/db/device-store.ts'
import type { Item } from './item.ts'

/**
 * What waits of a sealed dossier lies under the device's key: page and worker send it while nobody can read it. Its row
 * holds nothing that names a student, not even as a hash that could be guessed.
 */

export type Payload = string | Sealed

const labels = { body: 'payload', words: 'words', fingerprint: 'fingerprint' } as const
const label = (part: keyof typeof labels, item: string) => `${labels[part]}/${item}`

export async function veiledBody(item: string, body: string): Promise<Sealed> {
  return sealText(await deviceKey(), label('body', item), body)
}

export async function readBody(item: string, payload: Payload | undefined): Promise<string | undefined> {
  if (payload === undefined || typeof payload === 'string') return payload
  return unsealText(await deviceKey(), label('body', item), payload)
}

/** A request that stood in the clear, with its body where it has one. */
export async function veiledRow(
  plain: Item,
  body: string | undefined,
): Promise<{ item: Item; payload: Payload | undefined }> {
  const { item, words } = silenced(await veiledItem(plain))
  const veiled = { ...item.veiled, ...(words ? { words: await veiledWords(item.id, words) } : {}) }
  return { item: { ...item, veiled }, payload: body === undefined ? undefined : await veiledBody(item.id, body) }
}

/** The digest of a matricule alone could be found by trying all; under the device's key it can't. */
export async function veiledItem(item: Item): Promise<Item> {
  const { fingerprint, ...rest } = item
  const digest = await deviceMac(`digest/${item.digest}`)
  if (!fingerprint) return { ...rest, digest }
  const sealed = await sealText(await deviceKey(), label('fingerprint', item.id), fingerprint)
  return { ...rest, digest, veiled: { ...item.veiled, fingerprint: sealed } }
}

/** The provider's words may name the student; its status does not. */
export function silenced(item: Item): { item: Item; words: string | undefined } {
  const { reply, trouble } = item
  const words = reply?.msg || (trouble?.kind === 'http' ? trouble.reply?.msg : undefined)
  const { words: _, ...veiled } = item.veiled ?? {}
  return { item: withWords({ ...item, veiled }, ''), words: words || undefined }
}

export async function veiledWords(item: string, words: string): Promise<Sealed> {
  return sealText(await deviceKey(), label('words', item), words)
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
  return trouble.kind === 'http' && trouble.reply ? { ...trouble, reply: { ...trouble.reply, msg } } : trouble
}

/** As its student sees it, once the dossier is open. */
export async function unveiled(item: Item): Promise<Item> {
  if (!isSealed(item.dossier) || !item.veiled) return item
  const key = await deviceKey()
  const read = (part: 'words' | 'fingerprint') => {
    const sealed = item.veiled?.[part]
    return sealed && unsealText(key, label(part, item.id), sealed).catch((): undefined => undefined)
  }
  const [words, fingerprint] = await Promise.all([read('words'), read('fingerprint')])
  const { veiled: _, ...bare } = item
  return { ...(words ? withWords(bare, words) : bare), ...(fingerprint ? { fingerprint } : {}) }
}
