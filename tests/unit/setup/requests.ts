import { queueRequest } from '../../../src/outbox/api.ts'
import type { Item, Request } from '../../../src/outbox/item.ts'
import { listItems } from '../../../src/outbox/items.ts'
import { record } from '../../../src/outbox/store.ts'

type Upload = Request<'uploadDocument'>

/** A request to keep a photo, of the dossier `a` unless told otherwise. */
export function photo(image: string, change: Partial<Upload> = {}): Upload {
  const requestKey = change.requestKey ?? 'attest'
  const body = { matricule: 'ML202600042', type: 'attest' as const, image }
  return { dossier: 'a', requestKey, endpoint: 'uploadDocument', body, ...change }
}

export function code(otp: string): Request<'confirmCode'> {
  return { dossier: 'a', requestKey: 'code', endpoint: 'confirmCode', body: { matricule: 'ML202600042', otp } }
}

/** The first step is saved and the number confirmed: the provider takes documents. */
export async function confirm(dossier: string): Promise<void> {
  for (const requestKey of ['save', 'code'] as const) {
    await queueRequest({ ...code('4821'), requestKey, dossier } as Request<'confirmCode'>, 1)
    await record((await only(dossier, requestKey)).id, accept, 1)
  }
}

export const sourceFile = { bytes: new Uint8Array([255, 216, 255]).buffer, name: 'a.jpg', type: 'image/jpeg', at: 0 }
export const accept = { kind: 'replied', outcome: { status: 1, msg: 'Reçu' } } as const
export const refusal = { kind: 'replied', outcome: { status: 0, msg: 'Non' } } as const
export const busy = { kind: 'failed', problem: { kind: 'http', code: 503, retryAfter: 60 }, chance: 0 } as const
export const unreachable = { kind: 'failed', problem: { kind: 'offline' }, chance: 0.5 } as const

export const itemsOf = async (dossier: string): Promise<Item[]> =>
  (await listItems()).filter(item => item.dossier === dossier)

/** The one item of a requestKey; more than one is a fault. */
export async function only(dossier: string, requestKey: string): Promise<Item> {
  const [item, ...others] = (await itemsOf(dossier)).filter(candidate => candidate.requestKey === requestKey)
  if (!item || others.length > 0) throw new Error(`${requestKey} has ${others.length + (item ? 1 : 0)} items, not one.`)
  return item
}
