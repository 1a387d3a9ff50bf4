import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { clear, Link } from '../../link/link.ts'

/** What the server behind the link has carried out, by the length of each whole body. */
const carriedOut: number[] = []
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of request) chunks.push(chunk as Buffer)
  } catch {
    return
  }
  carriedOut.push(Buffer.concat(chunks).length)
  response.setHeader('Content-Type', 'text/plain')
  response.end(request.url === '/big' ? 'x'.repeat(20_000) : 'reçu')
})

let link: Link
beforeAll(async () => {
  server.listen(0, 'localhost')
  await once(server, 'listening')
  link = await new Link((server.address() as AddressInfo).port).start()
})
afterEach(async () => {
  link.cutNothing()
  await link.set(clear)
  carriedOut.length = 0
})
afterAll(async () => {
  await link.stop()
  server.closeAllConnections()
  server.close()
})

const send = async (path = '/', bytes = 4, signal?: AbortSignal) => {
  const began = performance.now()
  const response = await fetch(link.url + path, { method: 'POST', body: 'x'.repeat(bytes), signal: signal ?? null })
  return { text: await response.text(), ms: performance.now() - began }
}
const fails = (promise: Promise<unknown>) => expect(promise).rejects.toThrow(/fetch failed|terminated/)

describe('a student behind the link', () => {
  test('gets through when nothing is set', async () => {
    expect((await send('/', 300_000)).text).toBe('reçu')
    expect(carriedOut).toEqual([300_000])
  })

  test('waits for the delay both ways', async () => {
    await link.set({ delay: 150 })
    const { text, ms } = await send()
    expect(text).toBe('reçu')
    expect(ms).toBeGreaterThan(290)
  })

  test('sends no faster than the bandwidth upwards', async () => {
    await link.set({ up: 20_000 })
    expect((await send('/', 10_000)).ms).toBeGreaterThan(450)
  })

  test('receives no faster than the bandwidth downwards', async () => {
    await link.set({ down: 40_000 })
    const { text, ms } = await send('/big')
    expect(text).toHaveLength(20_000)
    expect(ms).toBeGreaterThan(450)
  })

  test('shares the bandwidth with everything else on the phone', async () => {
    await link.set({ up: 40_000 })
    const both = await Promise.all([send('/', 10_000), send('/', 10_000)])
    expect(Math.max(...both.map(({ ms }) => ms))).toBeGreaterThan(450)
  })

  test('is held up by 0 B/s and goes on where it was when bytes move again', async () => {
    await link.set({ up: 0 })
    let answered = false
    const sending = send('/', 5_000).then(reply => {
      answered = true
      return reply
    })
    await expect(send('/', 4, AbortSignal.timeout(200))).rejects.toThrow()
    expect(answered).toBe(false)
    await link.set({ up: Number.POSITIVE_INFINITY })
    expect((await sending).text).toBe('reçu')
  })

  test('is cut in the middle of a body, once: the server has carried out nothing', async () => {
    const cut = link.cut(/^POST \/photo$/, 'body')
    await fails(send('/photo', 200_000))
    await cut
    expect(carriedOut).toEqual([])
    expect((await send('/photo', 200_000)).text).toBe('reçu')
  })

  test('loses the answer although the server has carried it out', async () => {
    const cut = link.cut(/^POST \/photo$/, 'answer')
    await fails(send('/photo', 200_000))
    await cut
    expect(carriedOut).toEqual([200_000])
  })

  test('loses every connection that has carried so much of a body, and none that carries less', async () => {
    await link.set({ carries: 50_000 })
    for (let time = 0; time < 2; time += 1) await fails(send('/photo', 50_001))
    expect(carriedOut).toEqual([])
    for (let time = 0; time < 2; time += 1) await send('/photo', 50_000)
    expect(carriedOut).toEqual([50_000, 50_000])
  })

  test('other calls are not cut', async () => {
    void link.cut(/^POST \/photo$/, 'answer')
    expect((await send('/other')).text).toBe('reçu')
  })

  test('has no network at all, in mid-transfer too, and finds the same address again', async () => {
    await link.set({ up: 1_000 })
    const under = send('/', 100_000)
    const gone = fails(under)
    await link.set({ network: 'gone', up: Number.POSITIVE_INFINITY })
    await gone
    await fails(send())
    await link.set({ network: 'there' })
    expect((await send()).text).toBe('reçu')
    expect(carriedOut).toEqual([4])
  })

  test('meets a captive portal that answers everything itself', async () => {
    await link.set({ network: 'captive' })
    expect((await send('/photo', 50_000)).text).toContain('<form>')
    expect((await send('/')).text).toContain('<form>')
    await link.set({ network: 'there' })
    expect((await send()).text).toBe('reçu')
    expect(carriedOut).toEqual([4])
  })

  test('leaves behind what was asked for, and how much of it has passed', async () => {
    const from = link.journal.length
    await Promise.all([send('/a', 7), send('/b', 70_000)])
    const seen = link.journal.slice(from).map(({ request, arrived }) => [request.path, arrived])
    expect(seen.sort()).toEqual([
      ['/a', 7],
      ['/b', 70_000],
    ])
  })
})
