import { promisifyRequest } from 'idb-keyval'
import { ProblemError } from '../core/api/problem.ts'
import { digestOf } from '../core/crypto/cipher.ts'
import { isEncrypted } from '../core/crypto/keyring.ts'
import { readTogether, transact } from '../core/db/database.ts'
import { deviceKey } from '../core/db/device-store.ts'
import { copyOf } from '../core/db/let-go.ts'
import { type Payload, readBody } from './encrypt-items.ts'
import type { Item } from './item.ts'
import { itemIn } from './items.ts'

/** Nothing leaves that is not what was kept: a card that wears out changes bytes without a word. */

interface Row {
  item: Item | undefined
  payload: Payload | undefined
}

/**
 * The body of an item, as it was kept; undefined where the item was replaced, withdrawn or accepted.
 * @throws ProblemError "damaged" where it is gone or changed; DOMException for a disk that fails
 */
export async function wholeBody(id: string): Promise<string | undefined> {
  const { item, payload } = await readRow(id)
  if (!item || item.state === 'accepted') return undefined
  const body = (await soundBody(item, payload)) ?? (await bodyFromCopy(item))
  if (body === undefined) throw new ProblemError({ kind: 'damaged' })
  return body
}

/** Puts it back as well, where it can be written. */
async function bodyFromCopy(item: Item): Promise<string | undefined> {
  const copy = (await copyOf('payloads', item.id)) as Payload | undefined
  const body = await soundBody(item, copy)
  if (body === undefined) return undefined
  await transact(['queue', 'payloads'], async ({ queue, payloads }) => {
    const there = await itemIn(queue, item.id)
    if (there?.digest === item.digest && there.state !== 'accepted') payloads.put(copy, item.id)
  }).catch(() => undefined)
  return body
}

/** Both in one transaction: a lighter body comes together with its digest. */
async function readRow(id: string): Promise<Row> {
  const read = (tries?: number, withPayload = true) =>
    readTogether(
      ['queue', 'payloads'],
      async ({ queue, payloads }): Promise<Row> => {
        const item = await itemIn(queue, id)
        const payload: Payload | undefined =
          item && withPayload ? await promisifyRequest(payloads.get(id)) : undefined
        return { item, payload }
      },
      tries,
    )
  try {
    return await read()
  } catch {
    // A large record lies in a file of its own: where that is gone, only reading this one fails.
    const row = await read(0, false)
    return read(0).catch(() => row)
  }
}

/** @returns undefined for a body that is not what was kept; the disk must answer for its key */
export async function soundBody(
  item: Item,
  payload: Payload | undefined,
): Promise<string | undefined> {
  if (!isEncrypted(item.dossier)) {
    if (typeof payload !== 'string') return undefined
    return (await digestOf(new TextEncoder().encode(payload))) === item.digest ? payload : undefined
  }
  await deviceKey()
  // The cipher authenticates it.
  return readBody(item.id, payload).catch((): undefined => undefined)
}
