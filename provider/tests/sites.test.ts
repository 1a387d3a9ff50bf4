import { EventEmitter } from 'node:events'
import { Server } from 'node:http'
import { Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { Connections } from '../src/limits/connections.ts'
import { HeldBodies, type Share } from '../src/limits/held-bodies.ts'
import { bodyBytes, http } from '../src/limits/limits.ts'
import { clientOf } from '../src/limits/who.ts'

/**
 * A flood from one IPv6 site with all its addresses, of which loopback has none: only where a
 * socket comes from is made up.
 */

const siteAddress = (nth: number) => `2001:db8:1:${((nth % 256) * 256).toString(16)}::${nth + 1}`
const campus = '198.51.100.7'
const { together } = bodyBytes
const server = new Server()
afterEach(() => {
  server.emit('close')
  server.removeAllListeners()
  bodyBytes.together = together
})

function socketFrom(remoteAddress: string): Socket {
  return Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress })
}

/** As the server hears of it. */
function connect(remoteAddress: string): Socket {
  const socket = socketFrom(remoteAddress)
  server.emit('connection', socket)
  return socket
}
const cutOf = (sockets: readonly Socket[]) => sockets.filter(({ destroyed }) => destroyed).length

test('the connections of a site make room among themselves, and a campus keeps its own', () => {
  const connections = new Connections(server, { ...http, maxConnections: 400 }, true)
  const tablets = Array.from({ length: 60 }, () => connect(campus))
  const flood = Array.from({ length: 600 }, (_, nth) => connect(siteAddress(nth)))
  expect([cutOf(tablets), cutOf(flood)]).toEqual([0, 360])
  expect(connections.quiet()).toHaveLength(300)
})

test('a photograph on its way is cut after the connections that are only kept', () => {
  const connections = new Connections(server, { ...http, maxConnections: 40 }, true)
  const sending = Array.from({ length: 10 }, () => {
    const socket = connect(campus)
    const request = { socket, complete: false, rawHeaders: [] }
    expect(connections.admit(request as never, new EventEmitter() as never, clientOf(campus))).toBe(true)
    return socket
  })
  const kept = Array.from({ length: 40 }, () => connect(campus))
  expect([cutOf(sending), cutOf(kept)]).toEqual([0, 20])
})

test('a site has one quarter of the memory for bodies, however many addresses it takes', () => {
  bodyBytes.together = 16_000
  const held = new HeldBodies()
  const open = (from: string): Share =>
    held.open({ address: clientOf(from), socket: socketFrom(from), hoards: () => undefined })
  const took = Array.from({ length: 16 }, (_, nth) => open(siteAddress(nth)).take(1000))
  expect(took.filter(Boolean)).toHaveLength(12)
  expect(open(campus).take(4000)).toBe(true)
})
