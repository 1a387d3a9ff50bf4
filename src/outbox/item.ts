import type { WaitingEndpoint } from '../provider/endpoints.ts'
import type { Problem } from '../provider/problem.ts'
import type { Outcome } from '../provider/schemas.ts'
import type { Sealed } from '../vault/cipher.ts'

/**
 * A frozen request on its way to the provider, without its body, which lies apart.
 * "Sending" is no state: it is holding the lock, and a stored "sending" would be a lie after a crash.
 */
export interface Item {
  id: string
  dossier: string
  /** What it is for within its dossier: a document's type, or a short call. A slot holds one item. */
  slot: string
  endpoint: WaitingEndpoint
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
  /** Its last byte has left once, and no answer has come: the provider may have it. */
  left?: true
  /** What the provider answered when it settled. */
  reply?: Outcome
  /** Of a sealed dossier: what could tell whose it is, under the device's key; never shown while it is locked. */
  veiled?: { words?: Sealed; fingerprint?: Sealed }
}

/** What an item costs on the line, in bytes. */
export function wireBytes(item: Item, gzip: boolean): number {
  return gzip ? (item.gzippedBytes ?? item.bytes) : item.bytes
}
