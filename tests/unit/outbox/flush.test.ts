import { describe, expect, test } from 'vitest'
import { type Problem, ProblemError } from '../../../src/core/api/problem.ts'
import type { Ports } from '../../../src/outbox/ports.ts'
import { flush } from '../../../src/outbox/send.ts'
import { findWakeTime } from '../../../src/outbox/transitions.ts'
import { handPorts } from '../setup/hand-ports.ts'
import { itemOf } from '../setup/items.ts'
import { watchReports } from '../setup/reports.ts'

const reports = watchReports()
const items = () =>
  (['attest', 'carteid', 'simcard'] as const).map((requestKey, at) =>
    itemOf({ id: 'abc'.charAt(at), requestKey, createdAt: at }),
  )
const accept = async () => ({ status: 1, msg: '' })
const failing =
  (problem: Problem): Ports['send'] =>
  () =>
    Promise.reject(new ProblemError(problem))
/** One of three goes wrong, the others are accepted. */
const badly =
  (id: string, send: Ports['send']): Ports['send'] =>
  (item, body, options) =>
    item.id === id ? send(item, body, options) : accept()

describe('what waits is sent', () => {
  test('the oldest first, each once, until nothing is due', async () => {
    const world = handPorts(items().reverse(), accept)
    await flush(world.ports)
    expect(world.sent).toEqual(['a', 'b', 'c'])
    expect(world.states()).toEqual({ a: 'accepted', b: 'accepted', c: 'accepted' })
  })

  test('with its own body', async () => {
    const bodies: string[] = []
    const world = handPorts(items(), (_, body) => {
      bodies.push(body)
      return accept()
    })
    await flush(world.ports)
    expect(bodies).toEqual(['body of a', 'body of b', 'body of c'])
  })

  test('also what came while others were on their way', async () => {
    const late = itemOf({ id: 'late', requestKey: 'photobuste', createdAt: 9 })
    const world = handPorts(items(), async item => {
      if (item.id === 'a') world.replace('none', late)
      return { status: 1, msg: '' }
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

  test.each(['refused', 'accepted'] as const)('but not what is %s', async state => {
    const world = handPorts([itemOf({ state })], accept)
    await flush(world.ports)
    expect(world.sent).toEqual([])
  })

  test('by nobody while another tab is at it', async () => {
    const world = handPorts(items(), accept)
    world.lock.held = true
    await flush(world.ports)
    expect([world.sent, world.signals]).toEqual([[], []])
  })

  test('once, though three tabs wake at the same time', async () => {
    const world = handPorts(items(), accept)
    await Promise.all([flush(world.ports), flush(world.ports), flush(world.ports)])
    expect(world.sent).toEqual(['a', 'b', 'c'])
  })
})

describe('every tab is told', () => {
  test('what is on its way, what has changed, and that it is quiet again', async () => {
    const world = handPorts([itemOf({ id: 'a', bytes: 10 })], async (_, __, { onProgress }) => {
      onProgress({ sent: 4, total: 10 })
      onProgress({ sent: 10, total: 10 })
      return { status: 1, msg: '' }
    })
    await flush(world.ports)
    expect(world.signals).toEqual([
      { kind: 'sending', id: 'a', sent: 0, total: 10 },
      { kind: 'sending', id: 'a', sent: 4, total: 10 },
      { kind: 'sending', id: 'a', sent: 10, total: 10 },
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
})

describe('a bad request never holds up the others', () => {
  const http = (code: number): Problem => ({ kind: 'http', code })
  test.each<[string, Problem, string]>([
    ['a refusal', { kind: 'http', code: 422, reply: { status: 0, msg: 'Illisible' } }, 'refused'],
    ['413', http(413), 'waiting'],
    ['500', http(500), 'waiting'],
    ['no network', { kind: 'offline' }, 'waiting'],
    ['a captive portal', { kind: 'captive' }, 'waiting'],
    ['a stalled transfer', { kind: 'stalled' }, 'waiting'],
  ])('that meets %s', async (_, problem, state) => {
    const world = handPorts(items(), badly('a', failing(problem)))
    await flush(world.ports)
    expect(world.sent).toEqual(['a', 'b', 'c'])
    expect(world.states()).toEqual({ a: state, b: 'accepted', c: 'accepted' })
  })

  test('that the provider refuses', async () => {
    const world = handPorts(
      items(),
      badly('b', async () => ({ status: 0, msg: 'Non' })),
    )
    await flush(world.ports)
    expect(world.states()).toEqual({ a: 'accepted', b: 'refused', c: 'accepted' })
  })

  test('that meets a fault of ours: it waits, and the fault is reported', async () => {
    const fault = new TypeError('x is not a function')
    const world = handPorts(
      items(),
      badly('a', () => Promise.reject(fault)),
    )
    await flush(world.ports)
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

  test('whose body the disk can’t read any more', async () => {
    const world = handPorts(items(), accept)
    const damaged = new DOMException('Damaged.', 'DataError')
    const { payloadOf } = world.ports
    world.ports.payloadOf = id => (id === 'a' ? Promise.reject(damaged) : payloadOf(id))
    await flush(world.ports)
    expect(world.states()).toEqual({ a: 'waiting', b: 'accepted', c: 'accepted' })
    expect(reports.take()).toEqual([damaged])
  })
})

describe('a success that the full disk can’t take in', () => {
  test('holds up no other, and is written down later without sending the photo again', async () => {
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
})
