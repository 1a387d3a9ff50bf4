import * as v from 'valibot'
import type { BodyOf, RequestKeyOf, WaitingEndpoint } from '../core/api/endpoints.ts'
import type { Problem } from '../core/api/problem.ts'
import type { Outcome } from '../core/api/schemas.ts'
import type { Upload } from '../core/api/upload.ts'
import type { Encrypted } from '../core/crypto/cipher.ts'
import { isNewer } from '../core/db/damage.ts'
import type { Revised } from '../core/db/revision.ts'
import { type DocumentType, documentTypes } from '../spec/documents.ts'

/** The request key: what an item is for within its dossier, which holds one item for each key. */
export type RequestKey = RequestKeyOf<WaitingEndpoint>

export const isDocument = (requestKey: RequestKey): requestKey is DocumentType =>
  documentTypes.some(type => type === requestKey)

/** What a caller wants to be sent to the provider. */
export interface Request<E extends WaitingEndpoint> extends Revised {
  dossier: string
  requestKey: RequestKeyOf<E>
  endpoint: E
  body: BodyOf<E>
  /**
   * The document whose source file, of this `revision`, became this request: the file is deleted
   * once the request is on the disk. Without a revision the disk had no room for the file.
   */
  madeFrom?: DocumentType
  /**
   * The id of the item that this one edits: each attempt gives that one another revision, and it is
   * still edited.
   */
  edits?: string | undefined
  gzippedBytes?: number
  fingerprint?: string
}

/**
 * A frozen request; its body is stored apart. "Sending" is no stored state: the sender holds a
 * lock, which a crash releases.
 */
export interface Item extends Revised {
  id: string
  /** Raised when a build can't read what an earlier one wrote. */
  shape: 1
  dossier: string
  requestKey: RequestKey
  /** Of the table of calls (src/core/api/endpoints.ts). */
  endpoint: string
  /** SHA-256 of the body, in hex. */
  digest: string
  /** Size of the body on the wire, uncompressed; `gzippedBytes` where it is known. */
  bytes: number
  gzippedBytes?: number
  /** Of the picture in the request: the same picture must not stand for two documents. */
  fingerprint?: string
  state: 'waiting' | 'refused' | 'accepted'
  attempts: number
  /** Not to be sent before this time. All times in milliseconds by this device's clock. */
  notBefore: number
  createdAt: number
  settledAt?: number
  /** Why the last attempt did not arrive. */
  trouble?: Problem
  /** Its dossier was transferred to another device, which sends it. */
  held?: true
  /**
   * The last byte of the request has left once, and no answer has come: the provider may have the
   * request.
   */
  left?: true
  /**
   * `Upload-Limit`, where the provider had announced it by then: a worker that wakes alone has
   * heard nothing of it.
   */
  limits?: string
  /** It goes in parts, and this is where it stands. */
  upload?: Upload
  /**
   * How often in a row a connection was lost in the middle of the body, which goes whole or not at
   * all.
   */
  cuts?: number
  /** How many bytes the last attempt had sent when its connection was lost. */
  lostAt?: number
  /** Something on the way refuses its body, of so many bytes on the wire. */
  tooMuch?: number
  /**
   * `askedAt`: when the provider asked for a code before it takes this; `again`: when the item was
   * released since.
   */
  code?: { askedAt: number; again?: number }
  /** What the provider answered when it settled, or asked for a code. */
  reply?: Outcome
  /**
   * In an encrypted dossier, what could tell whose it is, under the device's key; never shown while
   * it is locked.
   */
  encryptedParts?: { words?: Encrypted; fingerprint?: Encrypted }
}

const schema = v.looseObject({
  id: v.string(),
  shape: v.literal(1),
  dossier: v.string(),
  requestKey: v.string(),
  endpoint: v.string(),
  digest: v.string(),
  bytes: v.number(),
  state: v.picklist(['waiting', 'refused', 'accepted']),
  attempts: v.number(),
  notBefore: v.number(),
  createdAt: v.number(),
})

const place = v.looseObject({ id: v.string(), dossier: v.string(), requestKey: v.string() })

/**
 * A damaged row that still says what it was for is read as refused: the student gives it again. What
 * a newer build wrote stays for that build. An item with another build's request key is sent all the
 * same.
 */
export function readItem(row: unknown): Item | undefined {
  if (v.is(schema, row)) return row as Item
  return v.is(place, row) && !isNewer(row) ? damagedItem(row as Place) : undefined
}

type Place = Pick<Item, 'id' | 'dossier' | 'requestKey'>

export const damagedItem = ({ id, dossier, requestKey }: Place): Item => ({
  id,
  shape: 1,
  dossier,
  requestKey,
  endpoint: '',
  digest: '',
  bytes: 0,
  state: 'refused',
  attempts: 0,
  notBefore: 0,
  createdAt: 0,
  trouble: { kind: 'damaged' },
})

/** What was to be sent is lost: it can only be given again. */
export const isDamaged = ({ state, trouble }: Item): boolean =>
  state === 'refused' && trouble?.kind === 'damaged'

export const withRequestKey = (items: readonly Item[], requestKey: RequestKey): Item | undefined =>
  items.find(item => item.requestKey === requestKey)

/** The item has not arrived, and this device sends it. */
export const isToSend = ({ state, held }: Item): boolean => state === 'waiting' && !held
const isAsked = ({ code }: Item): boolean => code !== undefined && code.again === undefined

/**
 * For these keys the question for a code appears where the student is; `code` and `newCode` have a
 * place of their own.
 */
export const mayBeAsked = (requestKey: RequestKey): boolean =>
  requestKey !== 'code' && requestKey !== 'newCode'

/** The item waits, this device sends it, and the provider asks no code for it. */
export const mayGo = (item: Item): boolean => isToSend(item) && !isAsked(item)

/** The item waits for a code from its student, and not for the network. */
export const needsCode = (item: Item): boolean => isToSend(item) && isAsked(item)

/**
 * The dossier's first step is saved and its number confirmed: the provider takes its documents from
 * here on.
 */
export const isConfirmed = (items: readonly Item[]): boolean =>
  withRequestKey(items, 'save')?.state === 'accepted' &&
  withRequestKey(items, 'code')?.state === 'accepted'

/** Bytes that an item sends over the network. */
export function wireBytes(item: Item, gzip: boolean): number {
  return gzip ? (item.gzippedBytes ?? item.bytes) : item.bytes
}

/** How many documents of this device have still to go. */
export const countUnsent = (items: readonly Item[]): number =>
  items.filter(item => isToSend(item) && isDocument(item.requestKey)).length
