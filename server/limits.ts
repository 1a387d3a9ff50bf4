import { maxUploadBytes } from '../src/spec/documents.ts'
import type { Ages } from './kept.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** At most `most` events for one key in any `windowMs`. */
export interface Limit {
  most: number
  windowMs: number
}

/**
 * Guesses at a four-digit code, at all calls together: twenty a day get nowhere. Half of them are for who saved, and of
 * these some for the browser itself, since thousands may share its address.
 */
export const codeGuesses: Record<'byBrowser' | 'atAddress' | 'bySaver' | 'byOthers', readonly Limit[]> = {
  byBrowser: [{ most: 5, windowMs: 15 * minute }],
  atAddress: [
    { most: 5, windowMs: 15 * minute },
    { most: 6, windowMs: 24 * hour },
  ],
  bySaver: [{ most: 10, windowMs: 24 * hour }],
  byOthers: [
    { most: 3, windowMs: 15 * minute },
    { most: 10, windowMs: 24 * hour },
  ],
}

/** Wrong places given for one matricule: a place number has few digits, and a right guess would send a code. */
export const wrongPlacesPerMatricule: readonly Limit[] = [
  { most: 20, windowMs: 15 * minute },
  { most: 100, windowMs: 24 * hour },
]

/** An IPv6 site may be one customer, or hundreds: together they get what so many addresses get. */
export const addressesPerSite = 8

/** A campus stands behind one address, so an address may miss often; walking through matricules still costs days. */
export const missesPerAddress: readonly Limit[] = [
  { most: 300, windowMs: 15 * minute },
  { most: 3000, windowMs: 24 * hour },
]

/** Photographs of a document that others have replaced. */
export const versionsPerDocument = 12

/** Uploads of an address that are no photograph, beyond those that were accepted: more than this is told as an attack. */
export const junkPerAddress: readonly Limit[] = [{ most: 30, windowMs: 15 * minute }]

/** Decoding a photograph costs processor time; five documents need far fewer tries than this. */
export const uploadsPerMatricule: readonly Limit[] = [{ most: 100, windowMs: 15 * minute }]
/** Of these, so many at each process are known to no other one: a student never costs the database a count. */
export const uploadsCountedAlone = 10

/** For window and years: an operator who opens the window elsewhere sees it open within ten seconds. */
export const keptAges: Ages = { fresh: 2 * second, stale: 10 * second, patience: 300 }

export const codeLifetimeMs = 30 * minute
/** A used code may come again because its answer was lost; later it comes from whoever found it. */
export const codeRepeatMs = 24 * hour
/** A message takes its time on the way: no second code meanwhile. */
export const waitingCodeMs = 10 * minute
/** After it, the code of the enrolment asks for another one before it opens a receipt. */
export const receiptCodeMs = 30 * 24 * hour
/** The photographs of an enrolment may take hours on 2G; a correction is one or two. */
export const correctionAfterEnrolmentMs = 24 * hour
export const correctionAfterCodeMs = hour
/** For calls on their way, and for the repeat of a code whose answer was lost. */
export const replacedTokenMs = 10 * minute
/** The same body again this soon is a lost answer, not a wish for another code (docs/contract.md). */
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
  /** After this long without moving, a body may be cut for one that holds less, once the memory is all taken. */
  stalledMs: 10 * second,
}

/** Brackets and commas in one body: no call has twenty fields, and millions of little arrays cost seconds to build. */
export const jsonPieces = 256

/** A phone's 108 megapixels, as they come: a JPEG in one scan is shrunk while it is read. */
export const imagePixels = 120_000_000
/**
 * What has to lie in memory whole: progressive JPEGs up to 66 megapixels (33 with full colour), interlaced PNGs up to 50.
 * The portal takes nothing beyond 50, and what it sends has 5.
 */
export const imageHeldBytes = 202_000_000
/** Values gone through, as often as they are: less than a second of a processor. */
export const imageWork = 600_000_000
export const imageDecodeMs = 20 * second
export const imagesDecodedTogether = 2

/** Of `/readyz` and `/metrics`: asked for every few seconds, by a machine that must not wait for a database that hangs. */
export const probes = { databaseMs: 2 * second, backlogKeptMs: 10 * second, retryAfterSeconds: 5 }

/** How long and how much the server bears of a client. */
export interface Patience {
  headersTimeoutMs: number
  idleTimeoutMs: number
  paceWindowMs: number
  /** The window once the memory for bodies is all taken. */
  paceWindowFullMs: number
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
  paceWindowFullMs: minute,
  /** For each half megabyte that the body holds already as much again: 5 MB at 1 KB/s with stalls move four times that. */
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
