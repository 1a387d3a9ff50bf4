import { maxUploadBytes } from '../src/rules/documents.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** At most `most` events for one key in any `windowMs`. */
export interface Limit {
  most: number
  windowMs: number
}

/** Guesses at a four-digit code: few for a matricule, so that neither a quarter of an hour nor a day gets anywhere. */
export const codeGuesses: readonly Limit[] = [
  { most: 5, windowMs: 15 * minute },
  { most: 20, windowMs: 24 * hour },
]

/** Codes sent to one phone: a stranger must not be able to flood it. */
export const codesPerPhone: readonly Limit[] = [{ most: 10, windowMs: hour }]

/** A campus stands behind one address, so an address may miss often; walking through matricules still costs days. */
export const missesPerAddress: readonly Limit[] = [{ most: 300, windowMs: 15 * minute }]

/** Found students per address: each answer shows a name, so harvesting them is slowed as well. */
export const lookupsPerAddress: readonly Limit[] = [{ most: 2000, windowMs: 15 * minute }]

/** Decoding a photograph costs processor time; five documents need far fewer tries than this. */
export const uploadsPerMatricule: readonly Limit[] = [{ most: 100, windowMs: 15 * minute }]

export const codeLifetimeMs = 30 * minute
/** The same body again this soon is a lost answer, not a wish for another code (contract.md). */
export const sameCodeWindowMs = minute
export const receiptLinkLifetimeMs = 15 * minute
export const outboxLength = 500

export const bodyBytes = {
  /** Base64 of 5120 KB and the few fields around it. */
  upload: Math.ceil(maxUploadBytes / 3) * 4 + 4096,
  other: 16 * 1024,
  /** An over-long body is read and thrown away up to here, so that the client sees the 413 rather than a cut connection. */
  drained: 32 * 1024 * 1024,
  /** Bodies held in memory by all requests together; beyond it the answer is 503. */
  together: 512 * 1024 * 1024,
}

export const imagePixels = 120_000_000
export const imageDecodeSeconds = 20
export const imagesDecodedTogether = 2

export const http = {
  headersTimeoutMs: 30 * second,
  /** The largest photograph at 3 KB/s takes 39 minutes. */
  requestTimeoutMs: 45 * minute,
  /** A socket on which nothing moves. */
  idleTimeoutMs: 90 * second,
  keepAliveTimeoutMs: 20 * second,
  maxHeaderBytes: 16 * 1024,
  maxConnections: 4000,
  stopMs: 10 * second,
  stopGraceMs: 300,
}
