import * as v from 'valibot'
import type { BodyOf, RequestKeyOf, WaitingEndpoint } from '../core/api/endpoints.ts'
import type { Problem } from '../core/api/problem.ts'
import type { Outcome } from '../core/api/schemas.ts'
import type { Encrypted } from '../core/crypto/cipher.ts'
import { type DocumentType, documentTypes } from '../spec/documents.ts'

/** What an item is for within its dossier, which holds one of each. */
export type RequestKey = RequestKeyOf<WaitingEndpoint>

export const isDocument = (requestKey: RequestKey): requestKey is DocumentType =>
  documentTypes.some(type => type === requestKey)

/** What somebody wants sent. */
export interface Request<E extends WaitingEndpoint> {
  dossier: string
  slot: RequestKeyOf<E>
  endpoint: E
  body: BodyOf<E>
  /** The picked file that this request was made from: it has served once the request is on the disk. */
  madeFrom?: DocumentType
  /** Which picked file that was, where the disk had room for it. */
  pick?: string | undefined
  /** The item whose photo this one mends. */
  mends?: string | undefined
  gzippedBytes?: number
  fingerprint?: string
}

/**
 * A frozen request on its way to the provider, without its body, which lies apart.
 * "Sending" is no state: it is holding the lock, and a stored "sending" would be a lie after a crash.
 */
export interface Item {
  id: string
  /** Raised when a build can't read what an earlier one wrote; missing in what was queued before there were numbers. */
  shape?: 1
  dossier: string
  slot: RequestKey
  /** By the name that its row gives it on phones. */
  endpoint: string
  /** SHA-256 of the body, in hex. */
  digest: string
  /** Of the body, as it goes over the wire plain; gzipped, where that was measured. */
  bytes: number
  gzippedBytes?: number
  /** Of the picture that it was made from: the same one must not stand for two documents. */
  fingerprint?: string
  state: 'waiting' | 'refused' | 'accepted'
  attempts: number
  /** Not to be sent before this time. All times in milliseconds by this device's clock. */
  notBefore: number
  createdAt: number
  settledAt?: number
  /** What kept the last attempt from arriving. */
  trouble?: Problem
  /** Its dossier was handed over to another device, which sends it. An older build does not know it, and sends it too. */
  held?: true
  /** Its last byte has left once, and no answer has come: the provider may have it. */
  left?: true
  /** When the provider asked for a code before it takes this, and when it was let go again since. */
  code?: { askedAt: number; again?: number }
  /** What the provider answered when it settled, or asked for a code. */
  reply?: Outcome
  /** Of a sealed dossier: what could tell whose it is, under the device's key; never shown while it is locked. */
  veiled?: { words?: Encrypted; fingerprint?: Encrypted }
}

const schema = v.looseObject({
  id: v.string(),
  shape: v.exactOptional(v.literal(1)),
  dossier: v.string(),
  slot: v.string(),
  endpoint: v.string(),
  digest: v.string(),
  bytes: v.number(),
  state: v.picklist(['waiting', 'refused', 'accepted']),
  attempts: v.number(),
  notBefore: v.number(),
  createdAt: v.number(),
})

/** What can't be read is left where it is, for a build that can. A slot of another build is sent all the same. */
export function readItem(row: unknown): Item | undefined {
  if (!v.is(schema, row)) return undefined
  const item = row as Item
  // A build of before the question has taken it for a refusal, and left what it does not know.
  return item.state === 'refused' && isAsked(item) ? { ...item, state: 'waiting' } : item
}

export const withRequestKey = (items: readonly Item[], requestKey: RequestKey): Item | undefined =>
  items.find(item => item.slot === requestKey)

/** It has not arrived, and it is this device that sends it. */
export const isToSend = ({ state, held }: Item): boolean => state === 'waiting' && !held
const isAsked = ({ code }: Item): boolean => code !== undefined && code.again === undefined

/** Of these the question can be answered where the student is; a code, or another one, is asked for in its own place. */
export const mayBeAsked = (requestKey: RequestKey): boolean => requestKey !== 'code' && requestKey !== 'newCode'

/** It waits, it is this device that sends it, and no code is asked for it. */
export const mayGo = (item: Item): boolean => isToSend(item) && !isAsked(item)

/** What it waits for is a code from its student, and not the network. */
export const needsCode = (item: Item): boolean => isToSend(item) && isAsked(item)

/** Its first step is saved and its number confirmed: the provider takes its documents from here on. */
export const isConfirmed = (items: readonly Item[]): boolean =>
  withRequestKey(items, 'save')?.state === 'accepted' && withRequestKey(items, 'code')?.state === 'accepted'

/** What an item costs on the line, in bytes. */
export function wireBytes(item: Item, gzip: boolean): number {
  return gzip ? (item.gzippedBytes ?? item.bytes) : item.bytes
}

/** How many documents of this device have still to go. */
export const unsent = (items: readonly Item[]): number =>
  items.filter(item => isToSend(item) && isDocument(item.slot)).length
