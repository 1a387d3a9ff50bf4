import { maxUploadBytes } from '../../../src/spec/documents.ts'
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
 * Guesses at a four-digit code, over all calls: twenty a day get an attacker nowhere. Half of them
 * are reserved for the saver, and some of these for the browser itself, since thousands may share
 * its address.
 */
export const codeGuesses: Record<
  'byBrowser' | 'atAddress' | 'bySaver' | 'byOthers',
  readonly Limit[]
> = {
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

/**
 * Wrong places given for one matricule, by whoever is counted apart (`triesOf`). Once all together
 * is used up, each has a few left: no stranger can use up those of a student.
 */
export const wrongPlaces: Record<'own' | 'ownUnderAttack' | 'together', readonly Limit[]> = {
  own: [
    { most: 10, windowMs: 15 * minute },
    { most: 20, windowMs: 24 * hour },
  ],
  ownUnderAttack: [{ most: 5, windowMs: 24 * hour }],
  together: [
    { most: 20, windowMs: 15 * minute },
    { most: 100, windowMs: 24 * hour },
  ],
}

/** An IPv6 site may be one customer or hundreds: together they get as much as so many addresses. */
export const addressesPerSite = 8

/**
 * A campus shares one address, so an address may miss often; trying out matricules still takes
 * days.
 */
export const missesPerAddress: readonly Limit[] = [
  { most: 300, windowMs: 15 * minute },
  { most: 3000, windowMs: 24 * hour },
]

/**
 * Files that an address may look at by each process while no primary answers: as many as it could
 * pay for.
 */
export const unpaidPerAddress: readonly Limit[] = [{ most: 600, windowMs: 15 * minute }]

/** Replaced photographs that are kept for each document. */
export const versionsPerDocument = 12

/**
 * Uploads of one address that are no photographs, beyond the accepted ones: more are logged as an
 * attack.
 */
export const junkPerAddress: readonly Limit[] = [{ most: 30, windowMs: 15 * minute }]

/**
 * Of one student, by whoever is counted apart (`triesOf`). Decoding a photograph costs processor
 * time; five documents need far fewer attempts than this.
 */
export const uploadsPerStudent: readonly Limit[] = [{ most: 100, windowMs: 15 * minute }]
/** Each process counts the first ones alone: an ordinary student costs the database no count. */
export const uploadsCountedAlone = 10

/**
 * Window and years: when an operator opens the window by another process, it opens here within ten
 * seconds.
 */
export const keptAges: Ages = { fresh: 2 * second, stale: 10 * second, patience: 300 }

export const codeLifetimeMs = 30 * minute
/**
 * A used code may come again because its answer was lost; after this time it comes from someone who
 * found it.
 */
export const codeRepeatMs = 24 * hour
/** A message takes time to arrive: no second code meanwhile. */
export const waitingCodeMs = 10 * minute
/** Later, a receipt needs a fresh code instead of the enrolment's. */
export const receiptCodeMs = 30 * 24 * hour
/** The photographs of an enrolment may take hours on 2G; a correction has one or two. */
export const correctionAfterEnrolmentMs = 24 * hour
export const correctionAfterCodeMs = hour
/** For calls on their way, and for repeating a code whose answer was lost. */
export const replacedTokenMs = 10 * minute
/**
 * The same body again this soon means a lost answer, not the wish for another code
 * (docs/contract.md).
 */
export const sameCodeWindowMs = minute
export const receiptLinkLifetimeMs = 15 * minute
/** The longest that a limit on attempts looks back. */
export const attemptsKeptMs = 24 * hour
export const outboxLength = 500

/**
 * On the day of results fifteen codes a second: one process keeps up with a gateway that takes a
 * second for each.
 */
export const smsSending = {
  together: 20,
  pollMs: second,
  timeoutMs: 10 * second,
  /**
   * Longer than an attempt: when a process dies during one, another process tries again afterwards.
   */
  leaseMs: 20 * second,
  firstPauseMs: 2 * second,
  longestPauseMs: minute,
  stopMs: 3 * second,
}

export const bodyBytes = {
  /** Base64 of 5120 KB and the few fields beside it. */
  upload: Math.ceil(maxUploadBytes / 3) * 4 + 4096,
  other: 16 * 1024,
  /**
   * The server reads and discards a too long body up to here, so that the client sees the 413 and
   * no cut connection.
   */
  drained: 32 * 1024 * 1024,
  /**
   * Memory for the bodies of all requests, until they are answered; beyond it the answer is 503.
   */
  together: 512 * 1024 * 1024,
  /**
   * After this time without progress a body may be cut for a smaller one, once all the memory is in
   * use.
   */
  stalledMs: 10 * second,
}

/**
 * Photographs that come in parts (docs/contract.md). What is kept of them is bounded together.
 */
export const uploadParts = {
  /** Of one request; the portal's own parts are smaller. */
  appendBytes: 1024 * 1024,
  /**
   * What has come is stored whenever it is so much: a process that is killed loses less than six
   * seconds of 2G. So much counts also what has fewer bytes.
   */
  pieceBytes: 16 * 1024,
  /** Since the last byte: a student may be without a network for days. */
  ageMs: 7 * 24 * hour,
  /** What a kept answer counts, of which a photograph in parts leaves one. */
  answerBytes: 1024,
  bytesTogether: 2 * 1024 * 1024 * 1024,
  /** So little of a network makes no room for others, who send their photographs whole then. */
  leastBytes: 8 * 1024 * 1024,
  /** So much more may come of those that have begun. */
  bytesBeyond: 512 * 1024 * 1024,
  /** Until then the portal sends its photographs whole. */
  retryAfterSeconds: 60,
}

/**
 * Brackets and commas in one body: no call has twenty fields, and millions of small arrays take
 * seconds to build.
 */
export const jsonPieces = 256

/** A phone's full 108 megapixels: a JPEG in one scan is shrunk while it is read. */
export const imagePixels = 120_000_000
/**
 * Pictures that must be in memory as a whole: progressive JPEGs up to 66 megapixels (33 with full
 * colour), interlaced PNGs up to 50. The portal accepts nothing beyond 50, and what it sends has 5.
 */
export const imageHeldBytes = 202_000_000
/** A PNG is unfolded as a whole: as many pixels as the portal accepts (`maxPixels`). */
export const pngPixels = 8192 * 6144
export const imageWorkMs = second
/** What the portal prepares promises 3 to 15 ms, what a camera writes up to 160. */
export const heavyPictureMs = 20
/** Uploads of one address that are so heavy: more are logged as an attack. */
export const heavyPerAddress: readonly Limit[] = [{ most: 300, windowMs: 15 * minute }]
export const imageDecodeMs = 20 * second
export const imagesDecodedTogether = 2

/**
 * For `/readyz` and `/metrics`: a monitor asks every few seconds and must not wait for a database
 * that hangs.
 */
export const probes = { databaseMs: 2 * second, backlogKeptMs: 10 * second, retryAfterSeconds: 5 }

/** Time limits and sizes that the server tolerates from a client. */
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
  stopMs: number
  stopGraceMs: number
  stopWorkMs: number
}

/**
 * 2G moves 3 KB/s and stalls; the portal itself waits 45 s for the next byte. A request has no
 * limit on its whole time: one that makes progress goes on, even if the largest photograph takes
 * two hours.
 */
export const http: Patience = {
  headersTimeoutMs: 60 * second,
  /** No bytes move on a socket whose client owes us a request, or does not read our answer. */
  idleTimeoutMs: 90 * second,
  /**
   * One small segment each 45 s is 2 KB in three minutes: a client below half of that blocks a
   * connection on purpose.
   */
  paceWindowMs: 3 * minute,
  paceBytes: 1024,
  keepAliveTimeoutMs: 20 * second,
  checkMs: 5 * second,
  maxHeaderBytes: 16 * 1024,
  maxHeaders: 100,
  /** Requests sent ahead on one connection (pipelining); browsers and proxies send none. */
  maxPipelined: 16,
  maxConnections: 4000,
  stopMs: 10 * second,
  stopGraceMs: 300,
  /**
   * A body that was complete before the cut may still be stored: otherwise the portal only sends it
   * again.
   */
  stopWorkMs: 5 * second,
}

/**
 * What nginx takes of one address, and eight times as many calls of an IPv6 site. A whole town may
 * share an address of its carrier: 10,000 students an hour make 180,000 calls, 50 a second, with a
 * thousand slow uploads at a time.
 */
export const atNginx = {
  callsEachSecond: 1000,
  callsAtOnce: 2000,
  /** What all phones ask alike, most of it answered by what is kept: a crowd comes at one moment. */
  commonCallsAtOnce: 20_000,
  /** Less than a worker of nginx has, which no source may fill. The kernel counts as many. */
  connections: 4000,
  /** Photographs in parts, each of which holds a connection of a process. */
  uploads: 1500,
  /** Whole photographs, each in a file until it has come. */
  photos: 1000,
  /** … of all addresses, which bounds the disk: eight megabytes each. */
  photosTogether: 4000,
}

/** The portal waits 45 s for an answer: connecting and one query without an answer take less. */
export const database = {
  connections: 10,
  connectMs: 10 * second,
  /** Where DATABASE_URL names several machines, each of them. */
  connectToOneMs: 3 * second,
  connectionsToStandby: 5,
  /** For what can be read elsewhere, or an answer can do without. */
  hastyMs: 2 * second,
  /** After the primary has not answered, readers do not ask it again for so long. */
  awayMs: 2 * second,
  statementMs: 20 * second,
  answerMs: 22 * second,
  /** A lasting outage is logged again this often, however many calls it refuses. */
  tellAgainMs: 30 * second,
}
