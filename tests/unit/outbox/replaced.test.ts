import { describe, expect, test, vi } from 'vitest'
import { ProblemError } from '../../../src/core/api/problem.ts'
import type { Ports } from '../../../src/outbox/ports.ts'
import { flush } from '../../../src/outbox/send.ts'
import { handPorts } from '../setup/hand-ports.ts'
import { itemOf } from '../setup/items.ts'
import { later } from '../setup/later.ts'

const old = itemOf({ id: 'old', createdAt: 1 })
const newer = itemOf({ id: 'newer', createdAt: 2 })
type Options = Parameters<Ports['send']>[2]

/** A transfer that ends when the test says so, or when it is taken back. */
function transfer() {
  const started = later<Options>()
  const answered = later<{ status: number; msg: string }>()
  const world = handPorts([old], (item, _, options) => {
    if (item.id !== 'old') return Promise.resolve({ status: 1, msg: '' })
    options.signal.addEventListener('abort', () => answered.reject(new ProblemError({ kind: 'cancelled' })))
    started.resolve(options)
    return answered.promise
  })
  return { ...world, done: flush(world.ports), begun: started.promise, answered }
}

describe('a photo that is replaced while it is on its way', () => {
  test('is cut off, and the newer one goes out', async () => {
    const world = transfer()
    const { signal, onProgress } = await world.begun
    onProgress({ sent: 40, total: 100 })
    world.replace('old', newer)
    await world.done
    expect(signal.aborted).toBe(true)
    expect(world.sent).toEqual(['old', 'newer'])
    expect(world.states()).toEqual({ newer: 'accepted' })
  })

  test('after its last byte has left is waited for: the newer one must arrive after it, not beside it', async () => {
    const world = transfer()
    const { signal, onProgress } = await world.begun
    onProgress({ sent: 100, total: 100 })
    world.replace('old', newer)
    await world.ports.listItems()
    expect([signal.aborted, world.sent]).toEqual([false, ['old']])
    world.answered.resolve({ status: 1, msg: '' })
    await world.done
    expect(world.sent).toEqual(['old', 'newer'])
    expect(world.recorded.map(([id]) => id)).toEqual(['old', 'newer'])
    expect(signal.aborted).toBe(false)
    expect(world.states()).toEqual({ newer: 'accepted' })
  })

  test('and whose answer asks for a pause lets the newer one wait as long', async () => {
    const world = transfer()
    const { onProgress } = await world.begun
    onProgress({ sent: 100, total: 100 })
    world.replace('old', newer)
    world.answered.reject(new ProblemError({ kind: 'http', code: 503, retryAfter: 60 }))
    await world.done
    expect(world.sent).toEqual(['old'])
    expect(world.queue.get('newer')).toMatchObject({ state: 'waiting', notBefore: 60_000 })
  })

  test('and whose answer is a refusal leaves the newer one as it is', async () => {
    const world = transfer()
    const { onProgress } = await world.begun
    onProgress({ sent: 100, total: 100 })
    world.replace('old', newer)
    world.answered.reject(new ProblemError({ kind: 'http', code: 422 }))
    await world.done
    expect(world.states()).toEqual({ newer: 'accepted' })
  })

  test('by another document’s photo is not replaced at all', async () => {
    const world = transfer()
    const { signal } = await world.begun
    world.replace('none', itemOf({ id: 'other', requestKey: 'carteid' }))
    await world.ports.listItems()
    expect(signal.aborted).toBe(false)
    world.answered.resolve({ status: 1, msg: '' })
    await world.done
    expect(world.states()).toEqual({ old: 'accepted', other: 'accepted' })
    expect(signal.aborted).toBe(false)
  })

  test('by what another tab says about progress is not replaced either', async () => {
    const world = transfer()
    const { signal } = await world.begun
    world.queue.delete('old')
    world.ports.announce({ kind: 'sending', id: 'x', sent: 1, total: 2 })
    await world.ports.listItems()
    expect(signal.aborted).toBe(false)
    world.ports.announce({ kind: 'changed' })
    await world.done
    expect(signal.aborted).toBe(true)
  })

  test('while the device can’t be read is left alone', async () => {
    const world = transfer()
    const { signal } = await world.begun
    const list = world.ports.listItems
    world.ports.listItems = () => Promise.reject(new Error('No database.'))
    world.ports.announce({ kind: 'changed' })
    world.ports.listItems = list
    world.answered.resolve({ status: 1, msg: '' })
    await world.done
    expect(signal.aborted).toBe(false)
    expect(world.states()).toEqual({ old: 'accepted' })
  })
})

describe('a page that may not send any more', () => {
  test('cuts off what is on its way, says nothing of it, and begins nothing else', async () => {
    const world = transfer()
    const { signal, onProgress, parts } = await world.begun
    world.queue.set('newer', itemOf({ id: 'newer', requestKey: 'carteid', createdAt: 2 }))
    onProgress({ sent: 40, total: 100 })
    world.lock.over.abort()
    expect(signal.aborted).toBe(true)
    await world.done
    expect([world.sent, world.recorded]).toEqual([['old'], []])
    // Another tab goes on with the upload.
    expect(parts.goesOn?.()).toBe(true)
    expect(world.signals.at(-1)).toMatchObject({ kind: 'sending' })
  })

  test('writes down an answer that has come all the same', async () => {
    const world = transfer()
    await world.begun
    world.answered.resolve({ status: 1, msg: '' })
    world.lock.over.abort()
    await world.done
    expect(world.states()).toEqual({ old: 'accepted' })
  })

  test('begins nothing after it has read what is due', async () => {
    const world = handPorts([old], async () => ({ status: 1, msg: '' }))
    const { listItems } = world.ports
    world.ports.listItems = async () => {
      world.lock.over.abort()
      return listItems()
    }
    await flush(world.ports)
    expect(world.sent).toEqual([])
  })
})

test('a transfer in which no byte moves gives a sign all the same', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const world = transfer()
  const { onProgress } = await world.begun
  onProgress({ sent: 40, total: 100 })
  const before = world.signals.length
  vi.advanceTimersByTime(60_000)
  const signs = world.signals.slice(before)
  expect(signs.length).toBeGreaterThan(4)
  expect(new Set(signs.map(sign => JSON.stringify(sign)))).toEqual(
    new Set([JSON.stringify({ kind: 'sending', id: 'old', sent: 40, total: 100 })]),
  )
  world.answered.resolve({ status: 1, msg: '' })
  await world.done
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})

test('a photo that is withdrawn before its body was read is not sent', async () => {
  const world = handPorts([old], async () => ({ status: 1, msg: '' }))
  const { payloadOf } = world.ports
  world.ports.payloadOf = id => {
    world.queue.delete(id)
    world.payloads.delete(id)
    return payloadOf(id)
  }
  await flush(world.ports)
  expect([world.sent, world.states()]).toEqual([[], {}])
})
