import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { http, type Patience } from '../src/limits/limits.ts'
import type { WebEnv } from '../src/web/env.ts'
import { listen } from '../src/web/listen.ts'
import { head, Line } from './setup/line.ts'

/** A server that has been asked for a page which it finishes when the test says so. */
async function workshop(patience: Partial<Patience>) {
  const app = new Hono<WebEnv>()
  let finish: () => void = () => undefined
  let isDone = false
  const finished = new Promise<void>(resolve => {
    finish = resolve
  })
  const started = new Promise<void>(begin => {
    app.get('/', async c => {
      begin()
      await finished
      isDone = true
      return c.text('done')
    })
  })
  const options = { port: 0, host: '127.0.0.1', trustProxy: false, patience: { ...http, checkMs: 20, ...patience } }
  const listening = await listen(app, options)
  const line = await Line.open(`http://127.0.0.1:${listening.port}`)
  await line.write(head('/', {}, 'GET'))
  await started
  return { listening, line, finish, isDone: () => isDone }
}

test('a client that waits for a busy server is not the one who is slow', async () => {
  const { listening, line, finish } = await workshop({ idleTimeoutMs: 100, paceWindowMs: 100 })
  const silent = await Line.open(`http://127.0.0.1:${listening.port}`)
  // Whoever says nothing is cut meanwhile, so the time has passed for the one that waits as well.
  await silent.ended()
  finish()
  await line.until(/done$/)
  await listening.stop()
})

test('a stop waits for work whose client it has cut, since the database is closed next', async () => {
  const { listening, line, finish, isDone } = await workshop({ stopMs: 50, stopGraceMs: 10 })
  const stopped = listening.stop()
  await line.ended()
  expect([line.received, isDone()]).toEqual(['', false])
  finish()
  await stopped
  expect(isDone()).toBe(true)
})

test('a stop does not wait for ever', async () => {
  const { listening, line, finish } = await workshop({ stopMs: 50, stopGraceMs: 10, stopWorkMs: 100 })
  await Promise.all([listening.stop(), line.ended()])
  finish()
})

test.each([true, false])('one address cannot take every connection, unless all share a proxy’s (%s)', async counted => {
  const app = new Hono<WebEnv>().get('/', c => c.text('page'))
  const patience = { ...http, maxConnections: 8, stopMs: 200, stopGraceMs: 10 }
  const listening = await listen(app, { port: 0, host: '127.0.0.1', trustProxy: !counted, patience })
  const ask = async (from?: string) => {
    const line = await Line.open(`http://127.0.0.1:${listening.port}`, from)
    await line.write(head('/', {}, 'GET'))
    await line.until(/page$/)
    return line
  }
  const lines: Line[] = []
  for (let nth = 0; nth < 7; nth += 1) lines.push(await ask())
  lines.push(await ask('127.0.0.7'))
  // Six are three quarters of eight.
  if (counted) await Promise.all(lines.slice(0, 2).map(line => line.ended()))
  expect(lines.map(({ isOpen }) => isOpen)).toEqual(lines.map((_, nth) => nth > 1 || !counted))
  await listening.stop()
})

test('four addresses that hold every connection do not keep a fifth out, nor cut who waits for an answer', async () => {
  let finish: () => void = () => undefined
  const finished = new Promise<void>(resolve => {
    finish = resolve
  })
  const app = new Hono<WebEnv>()
    .get('/', c => c.text('page'))
    .get('/slow', async c => {
      await finished
      return c.text('at last')
    })
  const patience = { ...http, maxConnections: 40, stopMs: 200, stopGraceMs: 10 }
  const listening = await listen(app, { port: 0, host: '127.0.0.1', trustProxy: false, patience })
  const address = `http://127.0.0.1:${listening.port}`
  const waiting = await Line.open(address, '127.0.0.5')
  await waiting.write(head('/slow', {}, 'GET'))
  const attackers = ['127.0.0.61', '127.0.0.62', '127.0.0.63', '127.0.0.64']
  for (const attacker of attackers)
    for (let nth = 0; nth < 10; nth += 1) await (await Line.open(address, attacker)).write('POST / HTTP/1.1\r\nHost:')
  for (let nth = 0; nth < 12; nth += 1) {
    const line = await Line.open(address, `127.0.0.${7 + nth}`)
    await line.write(head('/', {}, 'GET'))
    await line.until(/page$/)
  }
  finish()
  await waiting.until(/at last$/)
  await listening.stop()
})

test('behind a proxy, clients that hold every connection do not keep another one out', async () => {
  const app = new Hono<WebEnv>()
    .get('/', c => c.text('page'))
    .post('/', async c => c.text(`${(await c.req.text().catch(() => '')).length} bytes`))
  const patience = { ...http, maxConnections: 40, stopMs: 200, stopGraceMs: 10 }
  const listening = await listen(app, { port: 0, host: '127.0.0.1', trustProxy: true, patience })
  const address = `http://127.0.0.1:${listening.port}`
  const hold = async (client: string) => {
    const line = await Line.open(address)
    await line.write(head('/', { 'X-Forwarded-For': client, 'Content-Length': 9 }))
    await line.write('a')
    return line
  }
  const honest = await hold('198.51.100.7')
  for (let nth = 0; nth < 60; nth += 1) await hold(`203.0.113.${nth % 4}`)
  for (let nth = 0; nth < 12; nth += 1) {
    const line = await Line.open(address)
    await line.write(head('/', { 'X-Forwarded-For': `198.51.100.${10 + nth}` }, 'GET'))
    await line.until(/page$/)
  }
  await honest.write('bcdefghi')
  await honest.until(/9 bytes$/)
  await listening.stop()
})
