import { afterEach, describe, expect, test, vi } from 'vitest'
import { ProblemError } from '../../../src/core/api/problem.ts'
import { mayGo } from '../../../src/outbox/item.ts'
import { ports } from '../../../src/outbox/ports.ts'
import { flush } from '../../../src/outbox/send.ts'
import { applyEvent as become, findDueItem, findWakeTime } from '../../../src/outbox/transitions.ts'
import { awaitIdle, withoutSender } from '../../../src/outbox/turn.ts'
import { handPorts } from '../setup/hand-ports.ts'
import { itemOf } from '../setup/items.ts'
import { later } from '../setup/later.ts'
import { accept, refusal } from '../setup/requests.ts'

const good = { status: 1, msg: '' }
const held = itemOf({ held: true })

describe('what is held', () => {
  test('does not go, and nobody wakes for it', () => {
    expect(mayGo(held)).toBe(false)
    expect(findDueItem([held], 9)).toBeUndefined()
    expect(findWakeTime([held])).toBeUndefined()
  })

  test('keeps nothing of another dossier from going', () => {
    const other = itemOf({ id: 'other', dossier: 'dossier-2' })
    expect(findDueItem([held, other], 9)?.id).toBe('other')
  })

  test('stays held when it is refused and sent again, and not when it is accepted', () => {
    const refused = become(held, refusal, 9)
    expect(refused).toMatchObject({ state: 'refused', held: true })
    expect(become(refused, { kind: 'resent' }, 10)).toMatchObject({ state: 'waiting', held: true })
    expect(become(held, accept, 9)).not.toHaveProperty('held')
  })
})

describe('a photo on its way whose dossier is handed over', () => {
  function transfer() {
    const started = later<{ signal: AbortSignal; onProgress(progress: { sent: number; total: number }): void }>()
    const answered = later<typeof good>()
    const world = handPorts([itemOf()], (_, __, options) => {
      options.signal.addEventListener('abort', () => answered.reject(new ProblemError({ kind: 'cancelled' })))
      started.resolve(options)
      return answered.promise
    })
    const hold = () => {
      world.queue.set('item-1', held)
      world.ports.announce({ kind: 'changed' })
    }
    return { ...world, hold, begun: started.promise, answered, done: flush(world.ports) }
  }

  test('is cut off, and waits held', async () => {
    const world = transfer()
    const { onProgress } = await world.begun
    onProgress({ sent: 50, total: 100 })
    world.hold()
    await world.done
    expect(world.queue.get('item-1')).toMatchObject({ state: 'waiting', held: true, attempts: 0 })
    expect(world.sent).toEqual(['item-1'])
  })

  test('is waited for once its last byte has left', async () => {
    const world = transfer()
    const { signal, onProgress } = await world.begun
    onProgress({ sent: 100, total: 100 })
    world.hold()
    world.answered.resolve(good)
    await world.done
    expect(signal.aborted).toBe(false)
    expect(world.states()).toEqual({ 'item-1': 'accepted' })
  })
})

test('who waits for the sending to end waits for one request, and not for all of them', async () => {
  const items = ['a', 'b', 'c'].map((id, createdAt) => itemOf({ id, createdAt, dossier: id }))
  const world = handPorts(items, async () => {
    world.lock.awaited = true
    return good
  })
  await flush(world.ports)
  expect(world.sent).toEqual(['a'])
})

describe('the lock of the sender', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  test('where there are no Web Locks is kept within the page', async () => {
    vi.stubGlobal('navigator', {})
    const sending = later<void>()
    const told: string[] = []
    const first = ports.alone(async () => {
      await sending.promise
      told.push('sent')
    })
    await ports.alone(async () => {
      told.push('beside')
    })
    const second = withoutSender(async () => {
      await ports.alone(async () => {
        told.push('inside')
      })
      told.push('undisturbed')
    })
    expect(await ports.isAwaited()).toBe(true)
    sending.resolve()
    await Promise.all([first, second])
    expect(told).toEqual(['sent', 'undisturbed'])
    expect(await ports.isAwaited()).toBe(false)
    await ports.alone(async () => {
      told.push('after')
    })
    expect(told.at(-1)).toBe('after')
  })

  test('is waited for by what is in no hurry, and nobody stops sending for that', async () => {
    vi.stubGlobal('navigator', {})
    const sending = later<void>()
    const told: string[] = []
    const first = ports.alone(async () => {
      await sending.promise
      told.push('sent')
    })
    const second = awaitIdle(new AbortController().signal).then(() => told.push('idle'))
    expect(await ports.isAwaited()).toBe(false)
    sending.resolve()
    await Promise.all([first, second])
    expect(told).toEqual(['sent', 'idle'])
  })

  test('is asked who waits for it', async () => {
    let pending: { name: string; mode?: string }[] = [{ name: 'photo/1' }]
    vi.stubGlobal('navigator', { locks: { query: async () => ({ pending }) } })
    expect(await ports.isAwaited()).toBe(false)
    pending = [{ name: 'outbox' }]
    expect(await ports.isAwaited()).toBe(true)
    pending = [{ name: 'outbox', mode: 'shared' }]
    expect(await ports.isAwaited()).toBe(false)
  })
})
