import { EventEmitter } from 'node:events'
import { Server } from 'node:http'
import { Socket } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { Connections } from '../src/limits/connections.ts'
import { HeldBodies, type HeldBody } from '../src/limits/held-bodies.ts'
import { bodyBytes, http } from '../src/limits/limits.ts'
import { clientOf, networkOf } from '../src/limits/who.ts'

/**
 * A flood from one IPv6 site with all its addresses, of which loopback has none: only where a
 * socket comes from is made up.
 */

const siteAddress = (nth: number) => `2001:db8:1:${((nth % 256) * 256).toString(16)}::${nth + 1}`
const [campus, flood] = ['198.51.100.7', '198.51.100.66']
const mega = 1024 * 1024
const { together } = bodyBytes
const server = new Server()
afterEach(() => {
  vi.useRealTimers()
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
    const req = { socket, complete: false, rawHeaders: [] }
    const response = Object.assign(new EventEmitter(), { req })
    expect(connections.admit(req as never, response as never, clientOf(campus))).toBe(true)
    return socket
  })
  const kept = Array.from({ length: 40 }, () => connect(campus))
  expect([cutOf(sending), cutOf(kept)]).toEqual([0, 20])
})

test('where all wait for answers, the newest call of the busiest network is put off, and no other', () => {
  const connections = new Connections(server, { ...http, maxConnections: 40 }, false)
  const call = (from: string) => {
    const told: unknown[] = []
    const response = Object.assign(new EventEmitter(), {
      req: { complete: true },
      writeHead(...all: unknown[]) {
        told.push(...all)
        return response
      },
      end: () => response.emit('close'),
    })
    const socket = connect('127.0.0.1')
    const isAdmitted = connections.admit({ socket, rawHeaders: [] } as never, response as never, clientOf(from))
    return { isAdmitted, told, socket }
  }
  const busy = ['203.0.113.1', '203.0.113.2', siteAddress(1)]
  const flood = Array.from({ length: 20 }, () => busy.map(call)).flat()
  const honest = Array.from({ length: 7 }, () => call(campus))
  expect(flood.filter(({ isAdmitted }) => isAdmitted)).toHaveLength(30)
  expect(flood.at(-1)?.told).toEqual([503, { 'Retry-After': 10 }])
  expect(honest.every(({ isAdmitted }) => isAdmitted)).toBe(true)
  expect(cutOf([...flood, ...honest].map(({ socket }) => socket))).toBe(0)
})

test('connections whose requests have not been heard yet cut none of a call', () => {
  const connections = new Connections(server, { ...http, maxConnections: 40 }, false)
  const socket = connect('127.0.0.1')
  const req = { socket, complete: false, rawHeaders: [] }
  const response = Object.assign(new EventEmitter(), { req })
  expect(connections.admit(req as never, response as never, clientOf(campus))).toBe(true)
  for (let nth = 0; nth < 60; nth += 1) connect('127.0.0.1')
  expect(socket.destroyed).toBe(false)
})

function holdBodies() {
  const held = new HeldBodies()
  const open = (from: string): HeldBody =>
    held.open({ network: networkOf(clientOf(from)), socket: socketFrom(from), hoards: () => undefined })
  return { held, open }
}

test('a site leaves the last quarter of the memory for bodies, however many addresses it takes', () => {
  bodyBytes.together = 16_000
  const { open } = holdBodies()
  const took = Array.from({ length: 16 }, (_, nth) => open(siteAddress(nth)).take(1000))
  expect(took.filter(Boolean)).toHaveLength(12)
  expect(open(campus).take(4000)).toBe(true)
})

test('many networks that fill the memory leave a share to another, and none is cut that moves', () => {
  bodyBytes.together = 16_000
  const { held, open } = holdBodies()
  const bodies = Array.from({ length: 10 }, (_, nth) => open(`203.0.113.${nth}`))
  for (let round = 0; round < 30; round += 1) for (const body of bodies) body.take(100)
  expect(held.fullness).toBe(0.75)
  expect(open(campus).take(1000)).toBe(true)
  expect(bodies.filter(({ sender }) => sender.socket.destroyed)).toEqual([])
})

test('a large body that trickles gives way, one that moves as on 2G does not, nor do small ones', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  bodyBytes.together = 16 * mega
  const { open } = holdBodies()
  const [trickling, moving] = [open(flood), open(flood)]
  const tablets = Array.from({ length: 10 }, () => open(campus))
  for (const body of [trickling, moving]) body.take(5.5 * mega)
  for (const body of tablets) body.take(0.2 * mega)
  vi.advanceTimersByTime(bodyBytes.stalledMs)
  trickling.take(1000)
  moving.take(10_000)
  vi.advanceTimersByTime(1000)
  expect(open('203.0.113.5').take(3.5 * mega)).toBe(true)
  expect([trickling, moving, ...tablets].map(({ kept }) => kept === 0)).toEqual([true, ...Array(11).fill(false)])
})
