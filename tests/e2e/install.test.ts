import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { Dossier } from '../../src/core/db/dossier.ts'
import { documentTypes } from '../../src/spec/documents.ts'
import { documentPhotos, smallPhoto } from '../photos/photographs.ts'
import { bamako } from './setup/answers.ts'
import { eventually, stored } from './setup/device.ts'
import { enrolFromHome, fill, giveDocument } from './setup/hands.ts'
import { button, expectUsable, headings } from './setup/looks.ts'
import { oneProvider } from './setup/network.ts'
import { visitors } from './setup/students.ts'
import { atHome, tapHome } from './setup/ways.ts'
import { age, beginEncrypted, share } from './shared/tablet.ts'

/** The portal on the home screen: offered to who has begun something here, and once. */

const students = visitors()
const provider = await oneProvider()

const title = 'Le portail comme une application'
const invitation = (page: Page) => page.getByRole('region', { name: title })

declare global {
  /** What the browser was asked, at its own edge. */
  var offers: { prevented: boolean; prompts: number }
}

/** A browser that offers the installation as soon as anybody listens for it, and whose student answers so in its dialog. */
async function offering(context: BrowserContext, outcome: 'accepted' | 'dismissed' = 'accepted'): Promise<void> {
  await context.addInitScript(outcome => {
    globalThis.offers = { prevented: false, prompts: 0 }
    const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: async () => {
        globalThis.offers.prompts += 1
      },
      userChoice: Promise.resolve({ outcome }),
    })
    const listen = window.addEventListener
    let made = false
    window.addEventListener = (
      type: string,
      heard: EventListenerOrEventListenerObject,
      how?: boolean | AddEventListenerOptions,
    ) => {
      listen.call(window, type, heard, how)
      if (made || type !== 'beforeinstallprompt') return
      made = true
      globalThis.offers.prevented = !window.dispatchEvent(offer)
    }
  }, outcome)
}

async function visit(options: BrowserContextOptions = {}, outcome?: 'accepted' | 'dismissed'): Promise<Page> {
  const { page, context } = await students.open('phone', provider.url, options)
  await offering(context, outcome)
  return page
}

/** One answer is kept. */
async function begin(page: Page): Promise<void> {
  await page.goto('/register')
  await fill(page, { anneeBac: '2025' })
  await eventually(async () => (await stored(page, 'dossiers')).length).toBe(1)
}

const answered = (page: Page) => eventually(async () => (await stored<unknown>(page, 'device')).includes(true), 10_000)

/** Home has said what was begun, so that what it invites to would stand there as well. */
const resumableSaid = (page: Page) => page.getByRole('link', { name: /^Continuer/ }).waitFor()

describe('who has begun nothing', () => {
  test('is not invited, and no bar of the browser invites either', async () => {
    const page = await visit()
    await atHome(page)
    await page.getByRole('timer').waitFor()
    expect(await page.evaluate(() => globalThis.offers)).toEqual({ prevented: true, prompts: 0 })
    expect(await invitation(page).count()).toBe(0)
  })
})

describe('who has a draft here is invited on home', () => {
  test('below the ways on, with a reason', async () => {
    const page = await visit()
    await begin(page)
    expect(await invitation(page).count(), 'not in the middle of a form').toBe(0)
    await tapHome(page)
    await invitation(page).waitFor()
    await invitation(page).getByText("Il s'ouvre alors d'un doigt, même sans réseau").waitFor()
    // Truthful: this browser has promised nothing.
    await invitation(page).getByText('Si cet appareil manque de place').waitFor()
    const [rows, here] = await Promise.all([
      page.locator('main ul.rows').first().boundingBox(),
      invitation(page).boundingBox(),
    ])
    expect(rows && here && here.y >= rows.y + rows.height, 'it pushes nothing that is reached for').toBe(true)
    await expectUsable(page, 'the invitation')
  })

  test.each([
    ["a yes in the browser's dialog", 'Installer', 'accepted', 1, "Le portail s'installe."],
    ["a no in the browser's dialog", 'Installer', 'dismissed', 1, "D'accord, le portail ne le proposera plus."],
    ['« Pas maintenant »', 'Pas maintenant', 'accepted', 0, "D'accord, le portail ne le proposera plus."],
  ] as const)('and never again after %s', async (_, name, outcome, prompts, words) => {
    const page = await visit({}, outcome)
    await begin(page)
    await tapHome(page)
    await button(page, name).click()
    const told = page.getByText(words)
    await expect.poll(() => told.evaluate(one => one === document.activeElement)).toBe(true)
    expect(await page.evaluate(() => globalThis.offers.prompts)).toBe(prompts)
    await expectUsable(page, name)
    await answered(page).toBe(true)
    await page.goto('/home')
    await resumableSaid(page)
    // The browser offers again; nobody asks.
    expect(await page.evaluate(() => globalThis.offers.prevented)).toBe(true)
    expect(await invitation(page).count()).toBe(0)
  })

  test('not while something else asks, and then it is', async () => {
    const page = await visit()
    await begin(page)
    await age(page, { savedAt: Date.now() - 40 * 24 * 3600 * 1000 })
    await page.goto('/home')
    const keep = page.locator('.notices').getByRole('button').first()
    await keep.waitFor()
    await resumableSaid(page)
    await page.waitForLoadState('networkidle')
    expect(await invitation(page).count()).toBe(0)
    await keep.click()
    await invitation(page).waitFor()
  })
})

test('who has enrolled is invited below the ending', async () => {
  const page = await visit()
  await atHome(page)
  await enrolFromHome(page, await documentPhotos())
  await invitation(page).waitFor()
  await invitation(page).getByRole('button', { name: 'Installer' }).waitFor()
  expect(await page.locator('main .body > :last-child').evaluate(one => one.tagName)).toBe('SECTION')
})

test('who prepares documents is told how long they are kept, and invited once all are ready', async () => {
  const page = await visit()
  provider.memory.chrono = { statut: 0, resultat: { message: 'fermé', dateHeure: bamako(24 * 3600 * 1000) } }
  await page.goto('/preparer')
  const kept = page.getByText('Si cet appareil manque de place')
  const [first = 'attest', ...others] = documentTypes
  await giveDocument(page, first, await smallPhoto(first))
  await kept.waitFor()
  expect(await invitation(page).count()).toBe(0)
  for (const type of others) await giveDocument(page, type, await smallPhoto(type))
  await invitation(page).waitFor()
  expect(await kept.count(), 'said once').toBe(1)
  await expectUsable(page, 'all is prepared')
})

test('a shared device is nobody’s to install on', async () => {
  const { page, context } = await students.open('tablet', provider.url)
  await offering(context)
  await share(page)
  await beginEncrypted(page)
  await fill(page, { anneeBac: '2025' })
  await tapHome(page)
  await resumableSaid(page)
  await page.waitForLoadState('networkidle')
  expect(await invitation(page).count()).toBe(0)
})

describe('in other browsers', () => {
  const iphone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'
  test('Safari’s steps are drawn, with the seven days after which it forgets', async () => {
    const { page } = await students.open('phone', provider.url, { userAgent: iphone })
    await begin(page)
    await tapHome(page)
    await invitation(page).waitFor()
    expect(await invitation(page).getByRole('listitem').allTextContents()).toEqual([
      ' Touchez «\u00a0Partager\u00a0» dans Safari.',
      " Choisissez «\u00a0Sur l'écran d'accueil\u00a0».",
    ])
    await invitation(page).getByText('après sept jours sans ouvrir le portail').waitFor()
    // What lies in Safari is not in the installed portal: there is a way to take it there.
    expect(await invitation(page).getByRole('link', { name: 'Emporter mon dossier' }).getAttribute('href')).toBe(
      '/transfert',
    )
    expect(await button(page, 'Installer').count()).toBe(0)
    await expectUsable(page, "Safari's steps")
  })
})

test('the browser is asked to keep what is there once it is worth keeping, and not before', async () => {
  const { page, context } = await students.open('phone', provider.url)
  await context.addInitScript(() => {
    const asked = Object.assign(globalThis, { persists: 0 })
    StorageManager.prototype.persist = async () => {
      asked.persists += 1
      return false
    }
  })
  const persists = () => page.evaluate(() => (globalThis as unknown as { persists: number }).persists)
  for (const [path] of headings.slice(1, 4)) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    expect(await persists(), path).toBe(0)
  }
  await begin(page)
  await expect.poll(persists).toBe(1)
  await fill(page, { numAttest: '204518' })
  await eventually(async () => (await stored<Dossier>(page, 'dossiers'))[0]?.answers.numAttest).toBe('204518')
  await page.locator('main').getByText('Tout est enregistré').waitFor()
  expect(await persists(), 'once a page').toBe(1)
})
