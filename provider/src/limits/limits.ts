import { maxUploadBytes } from '../../../src/spec/documents.ts'
import type { Ages } from './kept.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** An IPv6 site may be one customer or hundreds: together they get as much as so many addresses. */
export const addressesPerSite = 8

/**
 * Window and years: when an operator opens the window by another process, it opens here within ten
 * seconds.
 */
export const keptAges: Ages = { fresh: 2 * second, stale: 10 * second, patience: 300 }

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
export const imageDecodeMs = 20 * second
export const imagesDecodedTogether = 2

/**
 * What the server tolerates from a client. 2G moves 3 KB/s and stalls; the portal itself waits 45 s
 * for the next byte. A request has no limit on its whole time: one that makes progress goes on, even
 * if the largest photograph takes two hours.
 */
export const http = {
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
  /** After an early answer, until the connection is cut on which a part still comes. */
  lingerMs: 5 * second,
  checkMs: 5 * second,
  maxHeaderBytes: 16 * 1024,
  maxHeaders: 100,
  /** Requests sent ahead on one connection (pipelining); browsers and proxies send none. */
  maxPipelined: 16,
  /** Three quarters are shared by networks. */
  maxConnections: 4000,
  /** So many more, until their requests say whose they are: twice what waits to be accepted. */
  maxUnheard: 1024,
  /** After a call for which there is no room. */
  retryAfterSeconds: 10,
  stopMs: 10 * second,
  stopGraceMs: 300,
  /**
   * A body that was complete before the cut may still be stored: otherwise the portal only sends it
   * again.
   */
  stopWorkMs: 5 * second,
}
export type Patience = typeof http

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
  photosTogether: 8000,
}
