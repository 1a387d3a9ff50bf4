import { storedAs } from '../core/api/endpoints.ts'
import { isLost, orderedMs, type Problem, passes } from '../core/api/problem.ts'
import type { Outcome } from '../core/api/schemas.ts'
import type { Upload } from '../core/api/upload.ts'
import { type Item, mayBeAsked, mayGo, needsCode } from './item.ts'

/** What may happen to an item. Pure: (item, event, now) → item. Times in milliseconds. */

export type Event =
  /** `startedAt`: when the attempt began that is answered. */
  | { kind: 'replied'; outcome: Outcome; startedAt?: number }
  | Failed
  | { kind: 'resent' }
  /** The provider has taken the code that it had asked of this dossier. */
  | { kind: 'confirmed' }

interface Failed {
  kind: 'failed'
  problem: Problem
  /** In [0, 1): spreads the attempts of many phones (full jitter). */
  chance: number
  /** The last byte had left. */
  left?: boolean
  /** See `wasCut`. */
  cut?: boolean
  /** See `wasTooMuch`. */
  tooMuch?: number | undefined
  /** Bytes. */
  sent?: number
}

const firstPauseMs = 2_000
const longestPauseMs = 5 * 60_000
/** Even the smallest random number must not make a busy loop. */
const shortestPauseMs = 500

export function applyEvent(item: Item, event: Event, now: number): Item {
  // What the provider has accepted stays accepted, whatever a late answer says.
  if (item.state === 'accepted') return item
  switch (event.kind) {
    case 'replied': {
      const { outcome, startedAt } = event
      if (outcome.status === 1) return settled(item, 'accepted', outcome, now)
      return outcome.codeRequis && mayBeAsked(item.requestKey)
        ? asked(item, outcome, now, startedAt)
        : settled(item, 'refused', outcome, now)
    }
    case 'failed':
      return isRefusal(event.problem)
        ? { ...settled(item, 'refused', replyIn(event.problem), now), trouble: event.problem }
        : waiting(event.left ? { ...item, left: true } : item, event, now)
    case 'resent': {
      const { reply: _reply, settledAt: _settledAt, trouble: _trouble, ...rest } = item
      return {
        ...rest,
        state: 'waiting',
        attempts: 0,
        notBefore: now,
        ...(rest.code && withCodeAsked(rest, now)),
      }
    }
    case 'confirmed':
      if (needsCode(item)) return applyEvent(item, { kind: 'resent' }, now)
      return item.state === 'waiting' ? { ...item, ...withCodeAsked(item, now) } : item
  }
}

/** Notes that the item was released after the provider had asked for a code. */
const withCodeAsked = ({ code }: Item, now: number) => ({
  code: { askedAt: now, ...code, again: now },
})

/**
 * The item stays as it is, and waits for its student. Where a code was taken while the item was on
 * its way, this question is older than that answer, and the item goes once more: once, since a
 * clock may be set back.
 */
function asked(item: Item, reply: Outcome, now: number, startedAt = now): Item {
  const { trouble: _trouble, reply: _reply, left: _left, cuts: _cuts, code, ...rest } = item
  if (code?.again !== undefined && code.again > startedAt)
    return { ...rest, notBefore: now, code: { ...code, again: 0 } }
  return { ...rest, attempts: 0, notBefore: now, code: { askedAt: now }, reply }
}

function settled(
  item: Item,
  state: 'accepted' | 'refused',
  reply: Outcome | undefined,
  now: number,
): Item {
  const { trouble: _trouble, reply: _reply, left: _left, code: _code, held, ...bare } = item
  const { upload: _upload, cuts: _cuts, lostAt: _lostAt, tooMuch: _tooMuch, ...rest } = bare
  // An accepted item needs no hold.
  const still = held && state === 'refused' ? { held } : {}
  return {
    ...rest,
    ...still,
    state,
    attempts: item.attempts + 1,
    settledAt: now,
    ...(reply ? { reply } : {}),
  }
}

function waiting(item: Item, { problem, chance, cut, tooMuch, sent }: Failed, now: number): Item {
  // A tab that is closed in mid-transfer is no failure of the network: it costs no pause.
  if (problem.kind === 'cancelled') return { ...item, notBefore: now }
  const ceiling = Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(item.attempts, 20))
  const pause = Math.max(orderedMs(problem), shortestPauseMs, Math.round(ceiling * chance))
  const { cuts = 0, lostAt: _, ...rest } = item
  // What was answered had arrived whole.
  const counted = problem.kind === 'http' ? 0 : cuts + (cut ? 1 : 0)
  const waits = {
    ...rest,
    ...(counted > 0 && { cuts: counted }),
    // Of a body that was made lighter meanwhile, it tells nothing.
    ...(tooMuch !== undefined && tooMuch <= item.bytes && { tooMuch }),
    ...(isLost(problem) && sent !== undefined && { lostAt: sent }),
    attempts: item.attempts + 1,
  }
  return { ...waits, state: 'waiting', notBefore: now + pause, trouble: problem }
}

/**
 * The next attempt goes on where this one ended: a line that brings a part between two cuts costs
 * no longer pauses.
 */
export function withUpload(item: Item, upload: Upload | undefined): Item {
  if (item.state !== 'waiting') return item
  const { upload: before, cuts: _, ...rest } = item
  if (!upload) return rest
  return { ...rest, upload, ...(upload.arrived > (before?.arrived ?? 0) ? { attempts: 0 } : {}) }
}

/**
 * The provider itself has said no, and asking again would change nothing; nor would it for what the
 * disk has damaged. 408, 425, 429 and all of 5xx pass with time, 403 doubts who asks and not what
 * came, and what stands before the provider refuses nothing (docs/contract.md).
 */
function isRefusal(problem: Problem): boolean {
  if (problem.kind === 'damaged') return true
  if (problem.kind !== 'http' || passes(problem)) return false
  return problem.reply !== undefined && problem.code !== 403
}

const replyIn = (problem: Problem): Outcome | undefined =>
  problem.kind === 'http' ? problem.reply : undefined

/**
 * The network is back: an item that waits only for it need not wait longer. One that the provider
 * answered keeps its pause.
 */
export function hurryItem(item: Item, now: number): Item {
  const answered = item.trouble?.kind === 'http'
  return item.state === 'waiting' && !answered && item.notBefore > now
    ? { ...item, notBefore: now }
    : item
}

/**
 * A pause that is longer than any we make was stored before this device's clock was set back: it is
 * over.
 */
function isDue(item: Item, now: number): boolean {
  const pause = item.notBefore - now
  return pause <= 0 || pause > Math.max(longestPauseMs, orderedMs(item.trouble))
}

/**
 * What may be sent at all: from this device, by a call that this build knows. Another build's item
 * is left to that build.
 */
const open = (items: readonly Item[]): Item[] =>
  items.filter(item => mayGo(item) && storedAs(item.endpoint))

/**
 * The item that may go for the longest time, so that one whose every attempt hangs can't keep the
 * others waiting. Among untried ones that is the oldest: a short call of a dossier stands before
 * the photos that came after it.
 */
export function findDueItem(items: readonly Item[], now: number): Item | undefined {
  return open(items)
    .filter(item => isDue(item, now))
    .sort(
      (a, b) => a.notBefore - b.notBefore || a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1),
    )[0]
}

/** When to look again, or undefined when nothing waits. */
export function findWakeTime(items: readonly Item[]): number | undefined {
  const times = open(items).map(item => item.notBefore)
  return times.length > 0 ? Math.min(...times) : undefined
}
