import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { clear, Link } from '../../link/link.ts'
import { SlowStart } from '../../link/slow-start.ts'

test('a connection may have ten packets under way, and twice as many once those are confirmed', async () => {
  const window = new SlowStart(14_600)
  let sent = 0
  const sending = (async () => {
    for (; sent < 60; sent += 1) await window.admit(1_400)
  })()
  const rounds: number[] = []
  for (let round = 0; round < 3; round += 1) {
    await new Promise(resolve => setTimeout(resolve))
    const underWay = sent - rounds.reduce((sum, packets) => sum + packets, 0)
    rounds.push(underWay)
    for (let packet = 0; packet < underWay; packet += 1) window.confirm(1_400)
  }
  await sending
  expect(rounds).toEqual([10, 20, 30])
})

test('a first connection waits for the name, the handshakes and each doubling; a later one knows the name', async () => {
  const server = createServer((_, response) => response.end('x'.repeat(40_000))).listen(0, 'localhost')
  await once(server, 'listening')
  const link = await new Link((server.address() as AddressInfo).port).start()
  await link.set({ ...clear, delay: 25, lookup: 1, handshake: 2, firstWindow: 14_600 })
  const load = async () => {
    const began = performance.now()
    await (await fetch(link.url, { headers: { Connection: 'close' } })).arrayBuffer()
    return (performance.now() - began) / 50
  }
  // Name, two handshakes, the request, and one more round trip after the first window.
  const first = await load()
  const second = await load()
  await link.stop()
  server.closeAllConnections()
  server.close()
  expect(first).toBeGreaterThan(4.9)
  expect(second).toBeGreaterThan(3.9)
})
