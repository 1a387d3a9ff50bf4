import { afterAll, afterEach, beforeEach, describe, test } from 'vitest'
import { launchBrowser, openVisit, type Visit, type Witness } from './setup/browser.ts'
import { eventually } from './setup/device.ts'
import { oneProvider } from './setup/network.ts'

const provider = await oneProvider()

/** A page of our own in place of the portal: it does what a journey must never do. */
const page = (script: string) =>
  provider.script(/^\/home$/, {
    text: `<!doctype html><link rel="icon" href="data:,"><script>${script}</script><p>fini`,
    headers: { 'Content-Security-Policy': "default-src 'self' 'unsafe-inline' data:" },
  })

/** What the journey would fail with. */
function said(witness: Witness): string {
  try {
    witness.expectQuiet()
    return ''
  } catch (error) {
    return String(error)
  }
}

describe("what goes wrong behind a student's back fails the journey:", () => {
  let visit: Visit
  const browser = launchBrowser()
  beforeEach(async () => {
    visit = await openVisit(await browser, 'phone', provider.url)
  })
  afterEach(async () => {
    await visit.context.close()
  })
  afterAll(async () => (await browser).close())

  test.each([
    ['an error written to the console', "console.error('perdu')", /perdu/],
    ['an exception', "throw new Error('tombé')", /exception: .*tombé/],
    ['an unhandled rejection', "Promise.reject(new Error('promesse'))", /exception: .*promesse/],
    [
      'a rule of the security policy broken',
      "new Image().src = 'https://ailleurs.example/x.png'",
      /Content Security Policy/,
    ],
    ['a connection that is cut', "fetch('/coupe', { method: 'POST' }).catch(() => {})", /request: POST/],
    ['an HTTP error', "fetch('/inconnu', { method: 'POST' })", /status of 405/],
  ])('%s', async (_, script, complaint) => {
    provider.script('/coupe', { cut: 'answer' })
    page(script)
    const { page: tab, witness } = visit
    await tab.goto('/home')
    await eventually(() => said(witness)).toMatch(complaint)
    witness.expectQuiet([complaint, /net::ERR_EMPTY_RESPONSE/, /request: GET csp/])
  })

  test('an error of the service worker', async () => {
    const headers = { 'Content-Type': 'text/javascript' }
    provider.script('/sw-test.js', { text: "self.oninstall = () => console.error('ouvrier')", headers })
    page("navigator.serviceWorker.register('/sw-test.js')")
    await visit.page.goto('/home')
    await eventually(() => visit.witness.complaints).toMatchObject([{ kind: 'console', text: 'ouvrier' }])
  })

  test('and a page with nothing wrong is quiet', async () => {
    page("console.log('rien')")
    const heard = visit.page.waitForEvent('console', message => message.text() === 'rien')
    await visit.page.goto('/home')
    await heard
    visit.witness.expectQuiet()
  })
})
