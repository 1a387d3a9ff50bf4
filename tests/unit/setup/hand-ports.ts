import type { Item } from '../../../src/outbox/item.ts'
import type { Signal } from '../../../src/outbox/items.ts'
import type { Ports } from '../../../src/outbox/ports.ts'
import { applyEvent as become, type Event, withUpload } from '../../../src/outbox/transitions.ts'

type Send = Ports['send']

/** A device and a network in a test's hand: a list, a map, and whatever the test says that sending does. */
export function handPorts(items: Item[], send: Send) {
  const queue = new Map(items.map(item => [item.id, item]))
  const payloads = new Map(items.map(({ id }) => [id, `body of ${id}`]))
  const listeners = new Set<(signal: Signal) => void>()
  const signals: Signal[] = []
  const sent: string[] = []
  const recorded: [string, Event][] = []
  const clock = { now: 0 }
  const lock = { held: false, awaited: false, over: new AbortController() }
  const announce = (signal: Signal) => {
    signals.push(signal)
    for (const listener of listeners) listener(signal)
  }
  const ports: Ports = {
    listItems: async () => [...queue.values()],
    payloadOf: async id => payloads.get(id),
    record: async (id, event, now) => {
      recorded.push([id, event])
      const item = queue.get(id)
      if (item) queue.set(id, become(item, event, now))
    },
    keepUpload: async (id, upload) => {
      const item = queue.get(id)
      if (item) queue.set(id, withUpload(item, upload))
    },
    send: (item, body, options) => {
      sent.push(item.id)
      return send(item, body, options)
    },
    announce,
    listen: listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    now: () => clock.now,
    chance: () => 0.5,
    isAwaited: async () => lock.awaited,
    alone: async work => {
      if (lock.held) return
      lock.held = true
      await work(lock.over.signal).finally(() => {
        lock.held = false
      })
    },
  }
  /** As a student does who picks another photo for the same document. */
  const replace = (old: string, item: Item) => {
    queue.delete(old)
    payloads.delete(old)
    queue.set(item.id, item)
    payloads.set(item.id, `body of ${item.id}`)
    announce({ kind: 'changed' })
  }
  const states = () => Object.fromEntries([...queue.values()].map(({ id, state }) => [id, state]))
  return { ports, queue, payloads, listeners, signals, sent, recorded, clock, lock, replace, states }
}
