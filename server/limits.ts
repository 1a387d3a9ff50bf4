import { maxUploadBytes } from '../src/rules/documents.ts'
import type { Ages } from './kept.ts'

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

/** Codes asked for with one matricule: without it a stranger could have a message sent to any number of phones. */
export const codesPerMatricule: readonly Limit[] = [
  { most: 20, windowMs: hour },
  { most: 60, windowMs: 24 * hour },
]

/** Wrong places given for one matricule: a place number has few digits, and a right guess would send a code. */
export const wrongPlacesPerMatricule: readonly Limit[] = [
  { most: 20, windowMs: 15 * minute },
  { most: 100, windowMs: 24 * hour },
]

/** A campus stands behind one address, so an address may miss often; walking through matricules still costs days. */
export const missesPerAddress: readonly Limit[] = [
  { most: 300, windowMs: 15 * minute },
  { most: 3000, windowMs: 24 * hour },
]

/**
 * People an address looked up for the first time: each answer tells about one, so harvesting is slowed as well. A carrier
 * has 10,000 students an hour behind one address, on the day of the results for eight hours.
 */
export const lookupsPerAddress: readonly Limit[] = [
  { most: 3000, windowMs: 15 * minute },
  { most: 80_000, windowMs: 24 * hour },
]

/** Decoding a photograph costs processor time; five documents need far fewer tries than this. */
export const uploadsPerMatricule: readonly Limit[] = [{ most: 100, windowMs: 15 * minute }]
/** Of these, so many at each process are known to no other one: a student never costs the database a count. */
export const uploadsCountedAlone = 10

/** For window and years: an operator who opens the window elsewhere sees it open within ten seconds. */
export const keptAges: Ages = { fresh: 2 * second, stale: 10 * second, patience: 300 }

export const codeLifetimeMs = 30 * minute
/** The same body again this soon is a lost answer, not a wish for another code (docs/wire.md). */
export const sameCodeWindowMs = minute
export const receiptLinkLifetimeMs = 15 * minute
/** No limit on attempts looks back further than this. */
export const attemptsKeptMs = 24 * hour
export const outboxLength = 500

/** On the day of results fifteen codes a second: with a gateway that takes a second for each, one process keeps up. */
export const smsSending = {
  together: 20,
  pollMs: second,
  timeoutMs: 10 * second,
  /** Longer than a try: when a process dies on the way, another one tries again after it. */
  leaseMs: 20 * second,
  firstPauseMs: 2 * second,
  longestPauseMs: minute,
  stopMs: 3 * second,
}

export const bodyBytes = {
  /** Base64 of 5120 KB and the few fields around it. */
  upload: Math.ceil(maxUploadBytes / 3) * 4 + 4096,
  other: 16 * 1024,
  /** An over-long body is read and thrown away up to here, so that the client sees the 413 rather than a cut connection. */
  drained: 32 * 1024 * 1024,
  /** Bodies held in memory by all requests together, until they are answered; beyond it the answer is 503. */
  together: 512 * 1024 * 1024,
}

/** Brackets and commas in one body: no call has twenty fields, and millions of little arrays cost seconds to build. */
export const jsonPieces = 256

export const imagePixels = 120_000_000
export const imageDecodeSeconds = 20
export const imagesDecodedTogether = 2

/** Of `/readyz` and `/metrics`: asked for every few seconds, by a machine that must not wait for a database that hangs. */
export const probes = { databaseMs: 2 * second, backlogKeptMs: 10 * second, retryAfterSeconds: 5 }

/** How long and how much the server bears of a client. */
export interface Patience {
  headersTimeoutMs: number
  idleTimeoutMs: number
  paceWindowMs: number
  paceBytes: number
  keepAliveTimeoutMs: number
  checkMs: number
  maxHeaderBytes: number
  maxHeaders: number
  maxPipelined: number
  maxConnections: number
  maxConnectionsPerAddress: number
  stopMs: number
  stopGraceMs: number
  stopWorkMs: number
}

/**
 * 2G moves 3 KB/s and stalls; the portal itself waits 45 s for the next byte. No request has a time limit as a whole:
 * what moves lives, even if the largest photograph takes two hours.
 */
export const http: Patience = {
  headersTimeoutMs: 60 * second,
  /** Nothing moves on a socket that owes us something, or that we owe an answer it does not read. */
  idleTimeoutMs: 90 * second,
  /** One small segment each 45 s is 2 KB in three minutes: who sends less than half of that keeps a place busy on purpose. */
  paceWindowMs: 3 * minute,
  paceBytes: 1024,
  keepAliveTimeoutMs: 20 * second,
  checkMs: 5 * second,
  maxHeaderBytes: 16 * 1024,
  maxHeaders: 100,
  /** Requests sent ahead on one connection; browsers and proxies send none. */
  maxPipelined: 16,
  maxConnections: 4000,
  /** A campus with a hundred tablets opens six each. Not counted behind a proxy, whose one address is everybody's. */
  maxConnectionsPerAddress: 1000,
  stopMs: 10 * second,
  stopGraceMs: 300,
  /** What was received whole before the cut may still be stored: it would only come again. */
  stopWorkMs: 5 * second,
}

/** A question of the portal waits 45 s: connecting and one answer that does not come take less. */
export const database = {
  connections: 10,
  connectMs: 10 * second,
  statementMs: 20 * second,
  answerMs: 22 * second,
  /** A trouble that lasts is told again this often, however many calls it refuses. */
  tellAgainMs: 30 * second,
  /** Of 16 MB each: keeps PGlite's disk, and its start after a crash, within bounds. */
  segmentsBetweenCheckpoints: 4,
  /** PGlite takes no write below it: two segments of its log, and the largest photograph with all that goes with it. */
  spareDiskBytes: 64 * 1024 * 1024,
}
