import { type Problem, problemOf } from '../provider/problem.ts'
import type { Outcome } from '../provider/schemas.ts'
import type { Progress } from '../provider/transport.ts'
import type { Item } from './item.ts'
import type { Signal } from './signals.ts'
import { type Event, nextDue } from './transitions.ts'

/** Everything the sender needs from the world, so that page, worker and tests run the very same loop. */
export interface Ports {
  listItems(): Promise<Item[]>
  payloadOf(id: string): Promise<string | undefined>
  record(id: string, event: Event, now: number): Promise<void>
  send(
    item: Item,
    body: string,
    options: { signal: AbortSignal; onProgress(progress: Progress): void },
  ): Promise<Outcome>
  announce(signal: Signal): void
  /** Calls back when an item was replaced or withdrawn while it is on its way. */
  listen(listener: (signal: Signal) => void): () => void
  now(): number
  chance(): number
  /** Runs `work` unless somebody else, in any tab or worker, is at it. */
  alone(work: () => Promise<void>): Promise<void>
}

/** Sends what is due, one at a time and by one sender on the device; a bad item never holds up the others. */
export function flush(ports: Ports): Promise<void> {
  return ports.alone(async () => {
    for (;;) {
      const item = nextDue(await ports.listItems(), ports.now())
      if (!item) break
      await sendOne(item, ports)
    }
    ports.announce({ kind: 'idle' })
  })
}

async function sendOne(item: Item, ports: Ports): Promise<void> {
  const body = await ports.payloadOf(item.id)
  // Replaced or withdrawn between the two reads; recording on what is gone changes nothing.
  const event: Event =
    body === undefined ? { kind: 'failed', problem: { kind: 'contract' }, chance: 1 } : await attempt(item, body, ports)
  await ports.record(item.id, event, ports.now())
  ports.announce({ kind: 'changed' })
}

async function attempt(item: Item, body: string, ports: Ports): Promise<Event> {
  const replaced = new AbortController()
  let allSent = false
  // Once every byte has left, the answer is waited for: the newer photo must arrive after this one, not beside it.
  const stop = ports.listen(async signal => {
    if (signal.kind !== 'changed' || allSent) return
    const stillThere = (await ports.listItems()).some(({ id }) => id === item.id)
    if (!stillThere && !allSent) replaced.abort()
  })
  const onProgress = ({ sent, total }: Progress) => {
    allSent = sent >= total
    ports.announce({ kind: 'sending', id: item.id, sent, total })
  }
  ports.announce({ kind: 'sending', id: item.id, sent: 0, total: item.bytes })
  try {
    const outcome = await ports.send(item, body, { signal: replaced.signal, onProgress })
    return { kind: 'answered', outcome }
  } catch (error) {
    return { kind: 'failed', problem: problemOf(error) ?? unexpected(error), chance: ports.chance() }
  } finally {
    stop()
  }
}

/** A fault of ours must not empty the queue, nor stop it: the item waits like any other. */
function unexpected(error: unknown): Problem {
  reportError(error)
  return { kind: 'contract' }
}
