import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { smallPhoto } from '../../photos/photographs.ts'
import { launchBrowser } from '../setup/browser.ts'
import { stored } from '../setup/device.ts'
import { sendDocument } from '../setup/hands.ts'
import { roundTrip } from '../setup/looks.ts'
import { forPortal, managedBrowsers, mayManage, type Policies, readPolicies } from '../setup/managed.ts'
import { oneProvider } from '../setup/network.ts'
import { phones } from '../setup/students.ts'
import { lock, onDisk, share, toEncryptedDocuments, unlock } from './tablet.ts'

/** A shared tablet whose administrator has imported our policies: nothing is refused that a student needs. */

const provider = await oneProvider()
const phone = phones(/ERR_BLOCKED_BY_ADMINISTRATOR/)
const browserUnder = managedBrowsers()

const isPossible = mayManage()
const where = isPossible ? '' : ' (this machine lets no test have policies of its own)'

const whole = readPolicies('chrome-policies.json')
/** Our hands are developer tools: what locks those out is looked at by itself. */
const { DeveloperToolsAvailability, RemoteDebuggingAllowed, ...forHands } = whole

const chromePage = (name: string) => `chrome://${name}`

const open = (policies: Policies) => phone(provider.url, browserUnder(forPortal(policies, provider.url)))

/** What chrome://policy says of every policy that there is: "OK", "Not set.", "Error", "Deprecated" or "Unknown policy." */
async function told(page: Page): Promise<Record<string, string>> {
  await page.goto('chrome://policy')
  const rows = page.locator('policy-row')
  await rows.filter({ hasText: 'VideoCaptureAllowedUrls' }).first().waitFor()
  const said = await rows.evaluateAll(all =>
    all.map(({ shadowRoot }) =>
      ['.name', '.messages'].map(part => shadowRoot?.querySelector(part)?.textContent?.trim()),
    ),
  )
  return Object.fromEntries(said)
}

describe.runIf(isPossible)(`a tablet under provider/deploy/shared-tablet/chrome-policies.json${where}`, () => {
  test('knows each of the policies, and finds no fault in any', async () => {
    const hands = { ...forHands, DeveloperToolsAvailability: 0 }
    const { page } = await open(hands).start()
    const said = await told(page)
    expect(Object.keys(hands).filter(name => said[name] !== 'OK')).toEqual([])
    // It is there, and was left out for our hands only.
    expect(said.RemoteDebuggingAllowed).toBe('Not set.')
  })

  test('enrols: answers, a photo of a file, a code; and has all of it when the browser was ended in between', async () => {
    const tablet = open(forHands)
    const { page } = await tablet.start()
    await share(page)
    await toEncryptedDocuments(page)
    await sendDocument(page, 'attest', await smallPhoto('attest'))
    await onDisk(page, 'A. T.')
    await lock(page)
    await tablet.kill()
    const { page: again } = await tablet.start()
    await again.goto('/register')
    await unlock(again, 'A. T.')
    expect(await stored(again, 'dossiers')).toHaveLength(1)
  })

  test('goes nowhere else, and to none of the pages that tell or clear what the browser holds', async () => {
    const { context } = await open(forHands).start()
    for (const address of [
      'http://127.0.0.1:9/',
      'https://web.whatsapp.com/',
      ...['settings/clearBrowserData', 'indexeddb-internals', 'blob-internals', 'webrtc-internals'].map(chromePage),
      ...['accessibility', 'version', 'flags', 'inspect', 'net-export', 'downloads', 'history'].map(chromePage),
    ]) {
      // The page that says "blocked" takes its own with it.
      const page = await context.newPage()
      await expect(page.goto(address), address).rejects.toThrow('ERR_BLOCKED_BY_ADMINISTRATOR')
    }
  })

  test('lets a student call and write: neither tap gives way to a page that says « blocked »', async () => {
    const { page } = await open(forHands).start()
    await page.route('https://wa.me/**', route => route.fulfill({ contentType: 'text/html', body: 'Discuter' }))
    await page.goto('/home')
    await page.locator('footer a[href^="tel:"]').first().click()
    await roundTrip(page)
    expect(new URL(page.url()).pathname).toBe('/home')
    await page.locator('footer a[href^="https://wa.me/"]').first().click()
    await page.getByText('Discuter').waitFor()
  })

  test('opens a new tab on the portal', async () => {
    const { page } = await open(forHands).start()
    await page.goto('chrome://newtab')
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/home')
  })

  test('lets nobody look into a page with developer tools', async () => {
    expect({ DeveloperToolsAvailability, RemoteDebuggingAllowed }).toEqual({
      DeveloperToolsAvailability: 2,
      RemoteDebuggingAllowed: false,
    })
    const pageUnder = async (availability: unknown) => {
      const browser = await launchBrowser({ executable: browserUnder({ DeveloperToolsAvailability: availability }) })
      try {
        await (await browser.newContext()).newPage()
      } finally {
        await browser.close()
      }
    }
    await pageUnder(0)
    await expect(pageUnder(DeveloperToolsAvailability)).rejects.toThrow()
  })
})

test('an Android tablet is told the same, as its restrictions are written', () => {
  const android = Object.entries(readPolicies('android-managed-configuration.json'))
  // What Chrome 154 has replaced, for tablets whose Chrome is older.
  const earlier = ['AutofillAddressEnabled', 'AutofillCreditCardEnabled']
  for (const [name, value] of android.filter(([name]) => !earlier.includes(name)))
    expect(typeof value === 'string' ? JSON.parse(value) : value, name).toEqual(whole[name])
})
