import { readFile } from 'node:fs/promises'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { documentPhotos } from '../photos/photographs.ts'
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

describe('a student of the other provider', () => {
  const call = (path: string, body: object) =>
    fetch(`${provider.url}/2021/v1/etudiant/${path}`, { method: 'POST', body: JSON.stringify(body) })

  test('is found by the four fields, and only by them', async () => {
    const reply = await call('search/matricule', {
      anneeBac: '2025',
      numPlace: '10245',
      serie: 'TSE',
      ae: 'BAMAKO RIVE DROITE',
    })
    expect(await reply.json()).toMatchObject({ status: 1, resultat: { matricule: 'MA2025TR001' } })
    const other = await call('search/matricule', { anneeBac: '2025', numPlace: '1', serie: 'TSE', ae: 'SEGOU' })
    expect(await other.json()).toMatchObject({ status: 0 })
  })

  test('has the photograph stored that was sent, even when the answer is lost', async () => {
    const { attest } = await documentPhotos()
    const photo = await readFile(attest)
    provider.script('etudiant/files/upload', { cut: 'answer', times: 1 })
    const body = { matricule: 'MA2025TR001', type: 'attest', image: photo.toString('base64') }
    await expect(call('files/upload', body)).rejects.toThrow('fetch failed')
    expect(provider.memory.document('MA2025TR001', 'attest')?.equals(photo)).toBe(true)
    expect(await (await call('files/upload', body)).json()).toMatchObject({ status: 1 })
  })

  test('loses what was cut on its way there', async () => {
    provider.script('etudiant/otp/valide', { cut: 'request', times: 1 })
    const before = provider.calls('etudiant/otp/valide').length
    await expect(call('otp/valide', { matricule: 'MA2025TR001', otp: '4826' })).rejects.toThrow('fetch failed')
    expect(provider.calls('etudiant/otp/valide')).toHaveLength(before)
  })

  test('gets half an answer, a busy server, a captive page', async () => {
    provider.script('etudiant/btn/info', { text: '<html>wifi</html>', times: 1 })
    provider.script('etudiant/btn/info', { status: 503, headers: { 'Retry-After': '2' }, times: 1 })
    provider.script('etudiant/btn/info', { cut: 'half', times: 1 })
    await expect((await call('btn/info', {})).text()).rejects.toThrow()
    const busy = await call('btn/info', {})
    expect([busy.status, busy.headers.get('retry-after')]).toEqual([503, '2'])
    expect(await (await call('btn/info', {})).text()).toContain('wifi')
    expect(await (await call('btn/info', {})).json()).toEqual({ btnInfo: '2025' })
  })

  test('finds the same provider again after the network was away', async () => {
    await provider.stop()
    await expect(call('btn/info', {})).rejects.toThrow('fetch failed')
    await provider.start()
    expect((await call('btn/info', {})).status).toBe(200)
  })
})
