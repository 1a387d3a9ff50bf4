import { runUnderLock } from '../core/platform/locks.ts'
import { listen } from './items.ts'

/**
 * Whose turn it is to send. Web Locks hold across tabs and the worker, and a crash releases them.
 */

const lock = 'outbox'
/** The running work, where there are no Web Locks. */
let busy: Promise<unknown> | undefined
let isWanted = 0

/** Milliseconds between two signs of life of the sender, at most. */
export const beatMs = 10_000
/** Milliseconds. Browsers let the timers of a page out of sight run once a minute. */
const deadMs = 75_000
/** Milliseconds. */
const lookMs = 1_000

/** For how long there was no sign. */
let silence = 0
let lookedAt = Number.POSITIVE_INFINITY

listen(({ kind }) => {
  if (kind !== 'changed') silence = 0
})

/**
 * A frozen sender may have had no chance to let the lock go. A page that was asleep itself has
 * heard nothing.
 */
function isDead(): boolean {
  const now = Date.now()
  silence += Math.max(0, Math.min(now - lookedAt, beatMs))
  lookedAt = now
  return silence > deadMs
}

/**
 * Runs `work`, unless a tab or worker is sending already. Without Web Locks, a tab excludes only
 * itself.
 */
export async function alone(work: (over: AbortSignal) => Promise<void>): Promise<void> {
  if (!navigator.locks) {
    if (!busy) await soleHere(work)
    return
  }
  await runUnderLock(
    lock,
    isDead() ? { steal: true } : { ifAvailable: true },
    async (over, held) => {
      if (!held) return
      silence = 0
      await work(over)
    },
  )
}

async function soleHere<T>(work: (over: AbortSignal) => Promise<T>): Promise<T> {
  // Set before `work` begins: what it calls must find `busy` set.
  const done = Promise.resolve(new AbortController().signal).then(work)
  busy = done
  try {
    return await done
  } finally {
    busy = undefined
  }
}

/** Waits until no tab or worker sends, and lets none begin before `work` has ended. */
export async function withoutSender<T>(work: () => Promise<T>): Promise<T> {
  if (navigator.locks) {
    // Takes the lock from a frozen sender.
    const looking = setInterval(
      () => void alone(async () => undefined).catch(() => undefined),
      lookMs,
    )
    return runUnderLock(lock, {}, () => {
      clearInterval(looking)
      return work()
    })
  }
  isWanted += 1
  while (busy) await busy.catch(() => undefined)
  isWanted -= 1
  return soleHere(work)
}

/** Waits until no tab or worker sends, and stops none for that: the caller is not in a hurry. */
export async function awaitIdle(signal: AbortSignal): Promise<void> {
  if (navigator.locks)
    await navigator.locks.request(lock, { mode: 'shared', signal }, () => undefined)
  else while (busy) await busy.catch(() => undefined)
}

/** Whether other code waits for the sending to end, to do something else than sending. */
export async function isAwaited(): Promise<boolean> {
  if (!navigator.locks) return isWanted > 0
  const { pending } = await navigator.locks.query()
  return pending?.some(({ name, mode }) => name === lock && mode !== 'shared') === true
}
