import { expect, test } from 'vitest'
import { flush } from '../../../src/outbox/send.ts'
import { handPorts } from '../setup/hand-ports.ts'
import { itemOf } from '../setup/items.ts'
import { watchReports } from '../setup/reports.ts'

const reports = watchReports()

test('a success that the disk drops once is written down before another tab may send', async () => {
  const world = handPorts([itemOf({ id: 'a' })], async () => ({ status: 1, msg: '' }))
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
  expect(reports.take()).toEqual([])
})
