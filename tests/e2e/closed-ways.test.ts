import { createSocket } from 'node:dgram'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually, keptPaths, visitHome } from './setup/device.ts'
import { type StandIn, startStandIn } from './setup/stand-in.ts'
import { visitors } from './setup/students.ts'

/** Ways out of a page that no content security policy knows, tried by script in it; and the ones that students need. */

const students = visitors()
let portal: StandIn
/** What came to somebody else, whichever way. */
const heard: string[] = []
const sockets = { forbidden: createSocket('udp4'), control: createSocket('udp4') }
const elsewhere = createServer((request, response) => {
  heard.push(`${request.url}`)
  response.end('<!doctype html><title>Ailleurs</title>')
})
const portOf = (one: { address(): AddressInfo | string | null }) => (one.address() as AddressInfo).port

beforeAll(async () => {
  portal = await startStandIn()
  for (const [name, socket] of Object.entries(sockets)) {
    socket.on('message', () => heard.push(name))
    await new Promise<void>(ready => socket.bind(0, '127.0.0.1', ready))
  }
  await new Promise<void>(ready => elsewhere.listen(0, '127.0.0.1', ready))
})
afterAll(async () => {
  for (const socket of Object.values(sockets)) socket.close()
  elsewhere.close()
  await portal.dispose()
})

const foreign = (path: string) => `http://127.0.0.1:${portOf(elsewhere)}${path}`

/** Asks a STUN server where the page stands, which carries whatever name and password one likes. */
const callOut = (page: Page, port: number) =>
  page.evaluate(async at => {
    const connection = new RTCPeerConnection({ iceServers: [{ urls: `stun:127.0.0.1:${at}` }] })
    connection.createDataChannel('x')
    await connection.setLocalDescription(await connection.createOffer())
  }, port)

async function opened(kept: boolean): Promise<Page> {
  const { page, witness } = await students.open('phone', portal.url)
  witness.allow(/ERR_NETWORK_ACCESS_REVOKED|ERR_BLOCKED|net::ERR_/)
  await visitHome(page)
  if (kept) await page.reload()
  heard.length = 0
  return page
}

test('a script of the portal that is opened as a page reaches nothing that lies on the device', async () => {
  const { page } = await students.open('phone', portal.url)
  await visitHome(page)
  const script = (await keptPaths(page)).find(path => path.includes('/screens-')) ?? ''
  await page.goto(script)
  expect(await page.evaluate(() => self.origin)).toBe('null')
  expect(await page.evaluate(async () => caches.keys()).catch(String)).toContain('SecurityError')
})

describe.each([
  ['as the host gives it', false],
  ['as the worker gives it', true],
])('a page, %s, in which somebody runs script', (_, kept) => {
  test('tells nobody anything by WebRTC', async () => {
    const page = await opened(kept)
    await callOut(page, portOf(sockets.forbidden)).catch(() => undefined)
    // Where nothing forbids it, a packet comes at once.
    const free = await page.context().newPage()
    await free.goto(foreign('/'))
    await callOut(free, portOf(sockets.control))
    await eventually(() => heard).toContain('control')
    expect(heard).not.toContain('forbidden')
  })

  test('takes nothing along by leaving', async () => {
    const page = await opened(kept)
    const over = page.waitForEvent('framenavigated')
    await page.evaluate(address => void setTimeout(() => location.assign(address)), foreign('/?secret'))
    await over
    expect(heard).not.toContain('/?secret')
  })

  test('has no use of what the portal never asks for', async () => {
    const page = await opened(kept)
    const allowed = await page.evaluate(() => {
      const { featurePolicy } = document as unknown as { featurePolicy: { allowedFeatures(): string[] } }
      return featurePolicy.allowedFeatures()
    })
    for (const feature of ['geolocation', 'microphone', 'payment', 'usb', 'clipboard-read', 'display-capture'])
      expect(allowed).not.toContain(feature)
    for (const feature of ['camera', 'clipboard-write', 'otp-credentials'])
      expect(allowed, `students need ${feature}`).toContain(feature)
  })

  test.each(['tel:+22376543210', 'intent://x/#Intent;scheme=https;package=com.android.chrome;end'])(
    'leaves the student where they are who taps %s',
    async address => {
      const page = await opened(kept)
      await page.evaluate(href => {
        const link = Object.assign(document.createElement('a'), { href, textContent: 'lien' })
        document.body.append(link)
        link.click()
      }, address)
      await page.evaluate(() => new Promise(done => requestAnimationFrame(() => setTimeout(done))))
      expect(new URL(page.url()).pathname).toBe('/home')
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Inscription des bacheliers')
    },
  )
})
