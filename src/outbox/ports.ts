import { send } from '../provider/call.ts'
import type { Ports } from './flush.ts'
import { listItems, payloadOf, record } from './queue.ts'
import { announce, listen } from './signals.ts'

/** In milliseconds: a worker can't see bytes move, and is stopped by the browser after about three minutes. */
const workerLimitMs = 170_000

let sendingHere = false

/** Web Locks hold across tabs and the worker, and are let go by a crash. Without them a tab is alone with itself. */
async function alone(work: () => Promise<void>): Promise<void> {
  if (navigator.locks) {
    await navigator.locks.request('outbox', { ifAvailable: true }, lock => (lock ? work() : undefined))
    return
  }
  if (sendingHere) return
  sendingHere = true
  try {
    await work()
  } finally {
    sendingHere = false
  }
}

export const ports: Ports = {
  listItems,
  payloadOf,
  record,
  send: (item, body, options) => send(item.endpoint, body, { ...options, limitMs: workerLimitMs }),
  announce,
  listen,
  now: () => Date.now(),
  chance: () => Math.random(),
  alone,
}
