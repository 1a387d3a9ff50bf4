import { Buffer } from 'node:buffer'
import type { Item } from '../../src/outbox/item.ts'
import type { Write } from './disk.ts'
import type { Pictures } from './pictures.ts'

/** What one place (a document, a short call) should hold, by what the student was promised. */
export interface RequestKey {
  /** The last that was put on the disk for it: a picture's name, or a short call's body. */
  wanted: string | undefined
  /** It was taken back: whether it is still there is the portal's to say. */
  loose: boolean
  withdrawals: number
  /** It was taken back, and that is done: only a new choice may fill the place again. */
  empty: boolean
  /** Mended photos on their way to the queue, begun after the last choice. */
  mending: Set<string>
  /** What the provider holds. */
  stored: string | undefined
}

export const newRequestKey = (): RequestKey => ({
  wanted: undefined,
  loose: false,
  withdrawals: 0,
  empty: false,
  mending: new Set(),
  stored: undefined,
})

/** The names of what a body carries. */
export function contentOf(body: string, { nameOf }: Pictures): string {
  const { image }: { image?: unknown } = JSON.parse(body)
  return typeof image === 'string' ? nameOf(new Uint8Array(Buffer.from(image, 'base64'))) : body
}

export const placeOf = (item: Item) => `${item.dossier}/${item.requestKey}`

export function described({ store, key, value }: Write): string {
  if (!value) return `-${store}/${key}`
  if (store !== 'queue') return `${store}/${key}`
  const item = value as Item
  return `${store}/${key}=${placeOf(item)} ${item.state}${item.trouble ? ` ${JSON.stringify(item.trouble)}` : ''} in ${item.notBefore - item.createdAt}`
}
