import { describe, expect, test, vi } from 'vitest'
import { type Problem, ProblemError } from '../../../src/core/api/problem.ts'
import type { Ports } from '../../../src/outbox/ports.ts'
import { flush } from '../../../src/outbox/send.ts'
import { findWakeTime } from '../../../src/outbox/transitions.ts'
import { handPorts } from '../setup/hand-ports.ts'
import { itemOf } from '../setup/items.ts'
import { later } from '../setup/later.ts'
import { watchReports } from '../setup/reports.ts'

type Send = Ports['send']
const reports = watchReports()
const items = () =>
  (['attest', 'carteid', 'simcard'] as const).map((requestKey, at) =>
    itemOf({ id: 'abc'.charAt(at), requestKey, createdAt: at }),
  )
const good = { status: 1, msg: '' }
const accept = async () => good
/** One of three goes wrong, the others are accepted. */
const threeOf = (id: string, send: Send) =>
  handPorts(items(), (item, body, options) => (item.id === id ? send(item, body, options) : accept()))

describe('what waits is sent', () => {
  test('the oldest first, each once with its own body, until nothing is due', async () => {
    const bodies: string[] = []
    const world = handPorts(items().reverse(), async (_, body) => {
      bodies.push(body)
      return good
    })
    await Promise.all([flush(world.ports), flush(world.ports), flush(world.ports)])
    expect(world.sent).toEqual(['a', 'b', 'c'])
    expect(bodies).toEqual(['body of a', 'body of b', 'body of c'])
    expect(world.states()).toEqual({ a: 'accepted', b: 'accepted', c: 'accepted' })
  })

  test('also what came while others were on their way', async () => {
    const late = itemOf({ id: 'late', requestKey: 'photobuste', createdAt: 9 })
    const world = threeOf('a', async () => {
      world.replace('none', late)
      return good
    })
    await flush(world.ports)
    expect(world.sent).toEqual(['a', 'b', 'c', 'late'])
  })

  test('but not before its time', async () => {
    const world = handPorts([itemOf({ notBefore: 10 })], accept)
    await flush(world.ports)
    expect(world.sent).toEqual([])
    world.clock.now = 10
    await flush(world.ports)
    expect(world.sent).toEqual(['item-1'])
  })

  test('by no tab while another one is at it', async () => {
    const world = handPorts(items(), accept)
    world.lock.held = true
    await flush(world.ports)
    expect([world.sent, world.signals]).toEqual([[], []])
  })

  test('one of it, and not all, where other work waits for the sending to end', async () => {
    const world = handPorts(items(), async () => {
      world.lock.awaited = true
      return good
    })
    await flush(world.ports)
    expect(world.sent).toEqual(['a'])
  })

  test('nothing of it that is withdrawn before its body was read', async () => {
    const world = handPorts([itemOf()], accept)
    const { payloadOf } = world.ports
    world.ports.payloadOf = id => {
      world.queue.delete(id)
      world.payloads.delete(id)
      return payloadOf(id)
    }
    await flush(world.ports)
    expect([world.sent, world.states()]).toEqual([[], {}])
  })
})

describe('every tab is told', () => {
  test('what is on its way, what has changed, and that it is quiet again', async () => {
    const world = handPorts([itemOf({ id: 'a', bytes: 10 })], async (_, __, { onProgress }) => {
      onProgress({ sent: 4, total: 10 })
      onProgress({ sent: 10, total: 10 })
      return good
    })
    await flush(world.ports)
    expect(world.signals).toEqual([
      ...[0, 4, 10].map(sent => ({ kind: 'sending', id: 'a', sent, total: 10 })),
      { kind: 'changed', reached: true },
      { kind: 'idle' },
    ])
    expect(world.listeners.size).toBe(0)
  })

  test('that it is quiet, also when the device can’t be read any more', async () => {
    const world = handPorts(items(), accept)
    const list = world.ports.listItems
    let lists = 0
    world.ports.listItems = () => (++lists > 1 ? Promise.reject(new Error('No database.')) : list())
    await expect(flush(world.ports)).rejects.toThrow('No database.')
    expect(world.signals.at(-1)).toEqual({ kind: 'idle' })
  })

  test('of a transfer in which no byte moves, all the same', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const world = await underWay(40)
    const before = world.signals.length
    vi.advanceTimersByTime(60_000)
    const signs = world.signals.slice(before)
    expect(signs.length).toBeGreaterThan(4)
    for (const sign of signs) expect(sign).toEqual({ kind: 'sending', id: 'old', sent: 40, total: 100 })
    world.answered.resolve(good)
    await world.done
    expect(vi.getTimerCount()).toBe(0)
    vi.useRealTimers()
  })
})

describe('a bad request never holds up the others', () => {
  const http = (code: number): Problem => ({ kind: 'http', code })
  const kinds = ['offline', 'captive', 'stalled'] as const
  test.each<[Problem, string]>([
    [{ kind: 'http', code: 422, reply: { status: 0, msg: 'Illisible' } }, 'refused'],
    [http(413), 'waiting'],
    [http(500), 'waiting'],
    ...kinds.map((kind): [Problem, string] => [{ kind }, 'waiting']),
  ])('that meets %j: it is %s', async (problem, a) => {
    const world = threeOf('a', () => Promise.reject(new ProblemError(problem)))
    await flush(world.ports)
    expect(world.sent).toEqual(['a', 'b', 'c'])
    expect(world.states()).toEqual({ a, b: 'accepted', c: 'accepted' })
  })

  test('that the provider refuses', async () => {
    const world = threeOf('b', async () => ({ status: 0, msg: 'Non' }))
    await flush(world.ports)
    expect(world.states()).toEqual({ a: 'accepted', b: 'refused', c: 'accepted' })
  })

  const fault = new TypeError('x is not a function')
  test.each<[string, Partial<Ports>]>([
    ['a fault of ours', { send: ({ id }) => (id === 'a' ? Promise.reject(fault) : accept()) }],
    ['a disk that can’t read its body', { payloadOf: async id => (id === 'a' ? Promise.reject(fault) : 'body') }],
  ])('that meets %s: it waits, and that is reported', async (_, change) => {
    const world = handPorts(items(), accept)
    await flush({ ...world.ports, ...change })
    expect(world.states()).toEqual({ a: 'waiting', b: 'accepted', c: 'accepted' })
    expect(reports.take()).toEqual([fault])
  })

  test('whose body is gone: it waits longer each time and never goes round in circles', async () => {
    const world = handPorts(items(), accept)
    world.payloads.delete('a')
    await flush(world.ports)
    expect(world.sent).toEqual(['b', 'c'])
    expect(world.recorded.filter(([id]) => id === 'a')).toHaveLength(1)
    expect(findWakeTime([...world.queue.values()])).toBe(2_000)
    world.clock.now = 2_000
    await flush(world.ports)
    expect(findWakeTime([...world.queue.values()])).toBe(6_000)
  })
})

describe('a success', () => {
  test('that the full disk can’t take in holds up no other, and is written down later without sending again', async () => {
    const world = handPorts(items(), accept)
    const full = new DOMException('Full.', 'QuotaExceededError')
    const { record } = world.ports
    world.ports.record = (id, ...rest) => (id === 'a' ? Promise.reject(full) : record(id, ...rest))
    await flush(world.ports)
    await flush(world.ports)
    expect(world.states()).toEqual({ a: 'waiting', b: 'accepted', c: 'accepted' })
    expect(reports.take()).toEqual([full, full])
    world.ports.record = record
    await flush(world.ports)
    expect(world.states()).toMatchObject({ a: 'accepted' })
    expect(world.sent).toEqual(['a', 'b', 'c'])
  })

  test('that the disk drops once is written down before another tab may send', async () => {
    const world = handPorts([itemOf({ id: 'a' })], accept)
    const { record } = world.ports
    let dropped = 0
    world.ports.record = async (...what) => {
      expect(world.lock.held).toBe(true)
      if (dropped++ === 0) throw new DOMException('Connection lost.', 'AbortError')
      await record(...what)
    }
    await flush(world.ports)
    expect(world.states()).toEqual({ a: 'accepted' })
    expect(world.sent).toEqual(['a'])
  })
})

/** The photo `old` on its way, of which so much of 100 has left: it ends when the test says so, or is taken back. */
async function underWay(sent = 0) {
  const started = later<Parameters<Send>[2]>()
  const answered = later<typeof good>()
  const world = handPorts([itemOf({ id: 'old', createdAt: 1 })], (item, _, options) => {
    if (item.id !== 'old') return accept()
    options.signal.addEventListener('abort', () => answered.reject(new ProblemError({ kind: 'cancelled' })))
    started.resolve(options)
    return answered.promise
  })
  const done = flush(world.ports)
  const options = await started.promise
  if (sent > 0) options.onProgress({ sent, total: 100 })
  return { ...world, ...options, done, answered }
}
const newer = itemOf({ id: 'newer', createdAt: 2 })

describe('a photo that is replaced while it is on its way', () => {
  test('is cut off, and the newer one goes out', async () => {
    const world = await underWay(40)
    world.replace('old', newer)
    await world.done
    expect(world.signal.aborted).toBe(true)
    expect(world.sent).toEqual(['old', 'newer'])
    expect(world.states()).toEqual({ newer: 'accepted' })
  })

  test('after its last byte has left is waited for: the newer one must arrive after it, not beside it', async () => {
    const world = await underWay(100)
    world.replace('old', newer)
    await world.ports.listItems()
    expect([world.signal.aborted, world.sent]).toEqual([false, ['old']])
    world.answered.resolve(good)
    await world.done
    expect(world.sent).toEqual(['old', 'newer'])
    expect(world.recorded.map(([id]) => id)).toEqual(['old', 'newer'])
    expect(world.signal.aborted).toBe(false)
    expect(world.states()).toEqual({ newer: 'accepted' })
  })

  test.each([
    ['asks for a pause lets the newer one wait as long', { code: 503, retryAfter: 60 }, 'waiting', 60_000],
    ['is a refusal leaves the newer one as it is', { code: 422 }, 'accepted', 0],
  ])('and whose answer %s', async (_, problem, state, notBefore) => {
    const world = await underWay(100)
    world.replace('old', newer)
    world.answered.reject(new ProblemError({ kind: 'http', ...problem }))
    await world.done
    expect(world.queue.get('newer')).toMatchObject({ state, notBefore })
  })

  test('by another document’s photo is not replaced at all', async () => {
    const world = await underWay()
    const { signal } = world
    world.replace('none', itemOf({ id: 'other', requestKey: 'carteid' }))
    await world.ports.listItems()
    expect(signal.aborted).toBe(false)
    world.answered.resolve(good)
    await world.done
    expect(world.states()).toEqual({ old: 'accepted', other: 'accepted' })
  })

  test('by what another tab says about progress is not replaced either', async () => {
    const world = await underWay()
    const { signal } = world
    world.queue.delete('old')
    world.ports.announce({ kind: 'sending', id: 'x', sent: 1, total: 2 })
    await world.ports.listItems()
    expect(signal.aborted).toBe(false)
    world.ports.announce({ kind: 'changed' })
    await world.done
    expect(signal.aborted).toBe(true)
  })

  test('while the device can’t be read is left alone', async () => {
    const world = await underWay()
    const { signal } = world
    const list = world.ports.listItems
    world.ports.listItems = () => Promise.reject(new Error('No database.'))
    world.ports.announce({ kind: 'changed' })
    world.ports.listItems = list
    world.answered.resolve(good)
    await world.done
    expect(signal.aborted).toBe(false)
    expect(world.states()).toEqual({ old: 'accepted' })
  })

  test.each([
    ['is cut off, and waits held', 50, false, { state: 'waiting', held: true, attempts: 0 }],
    ['is waited for once its last byte has left', 100, true, { state: 'accepted' }],
  ])('where its dossier is handed over %s', async (_, sent, isAnswered, left) => {
    const world = await underWay(sent)
    world.queue.set('old', itemOf({ id: 'old', held: true }))
    world.ports.announce({ kind: 'changed' })
    if (isAnswered) world.answered.resolve(good)
    await world.done
    expect([world.signal.aborted, world.sent]).toEqual([!isAnswered, ['old']])
    expect(world.queue.get('old')).toMatchObject(left)
  })
})

describe('a page that may not send any more', () => {
  test('cuts off what is on its way, says nothing of it, and begins nothing else', async () => {
    const world = await underWay(40)
    world.queue.set('newer', itemOf({ id: 'newer', requestKey: 'carteid', createdAt: 2 }))
    world.lock.over.abort()
    expect(world.signal.aborted).toBe(true)
    await world.done
    expect([world.sent, world.recorded]).toEqual([['old'], []])
    // Another tab goes on with the upload.
    expect(world.parts.goesOn?.()).toBe(true)
    expect(world.signals.at(-1)).toMatchObject({ kind: 'sending' })
  })

  test('writes down an answer that has come all the same', async () => {
    const world = await underWay()
    world.answered.resolve(good)
    world.lock.over.abort()
    await world.done
    expect(world.states()).toEqual({ old: 'accepted' })
  })

  test('begins nothing after it has read what is due', async () => {
    const world = handPorts(items(), accept)
    const { listItems } = world.ports
    world.ports.listItems = async () => {
      world.lock.over.abort()
      return listItems()
    }
    await flush(world.ports)
    expect(world.sent).toEqual([])
  })
})
