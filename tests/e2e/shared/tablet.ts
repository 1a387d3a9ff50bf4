import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { smallPhoto } from '../../photos/photographs.ts'
import { eventually, everyPart, installed, offerDatabase, stored } from '../setup/device.ts'
import { enrolToDocuments, field, press, sendDocument } from '../setup/hands.ts'
import type { BadNetwork } from '../setup/network.ts'

/** What hands do with "Appareil partagé". */

export const secret = '48021573'

export async function share(page: Page): Promise<void> {
  await page.goto('/home')
  await page.getByText('Données sur cet appareil').click()
  // It says so once the disk has it.
  await field(page, 'appareil-partage').click()
  await page.locator('[name="appareil-partage"]:checked').waitFor()
  await page.getByRole('region', { name: 'Appareil partagé' }).waitFor()
  await installed(page)
}

export async function beginEncrypted(page: Page, code = secret): Promise<void> {
  await page.goto('/register')
  await begin(page, code)
}

/** At the unlock screen. */
export async function begin(page: Page, code = secret): Promise<void> {
  await press(page, 'Commencer un nouveau dossier')
  await chooseSecret(page, code)
  await press(page, 'Protéger et commencer')
  await page.getByRole('button', { name: 'Verrouiller' }).waitFor()
}

export async function chooseSecret(page: Page, code = secret, again = code): Promise<void> {
  await field(page, 'code-choisi').fill(code)
  await field(page, 'code-repete').fill(again)
}

/** On a shared tablet: a dossier under a code, saved, and its number confirmed. */
export async function toEncryptedDocuments(page: Page): Promise<void> {
  await beginEncrypted(page)
  await enrolToDocuments(page)
}

/** One photo waits, since there is no network any more. */
export async function leaveUnsent(page: Page, network: BadNetwork): Promise<void> {
  await everyPart(page)
  await network.lose(page.context())
  await sendDocument(page, 'attest', await smallPhoto('attest'), 'queued')
}

/** The three words that the portal offers, taken as a code and typed once from the paper. */
export async function chooseWords(page: Page): Promise<string> {
  await press(page, 'Prendre ces mots')
  const words = await field(page, 'code-choisi').inputValue()
  await field(page, 'code-repete').fill(words)
  return words
}

export const lockButton = (page: Page) => page.getByRole('button', { name: 'Verrouiller', exact: true })

export const entry = (page: Page) => page.getByRole('heading', { name: 'Dossiers protégés' })

export async function lock(page: Page): Promise<void> {
  await lockButton(page).click()
  await entry(page).waitFor()
}

export async function isLocked(page: Page, timeout = 15_000): Promise<void> {
  await lockButton(page).waitFor({ state: 'detached', timeout })
}

export async function choose(page: Page, initials: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${initials} enregistré`) }).click()
}

export async function enterSecret(page: Page, code: string): Promise<void> {
  await field(page, 'code-dossier').fill(code)
  await press(page, 'Ouvrir')
}

export async function unlock(page: Page, initials: string, code = secret): Promise<void> {
  await choose(page, initials)
  await enterSecret(page, code)
  await lockButton(page).waitFor()
}

export interface Row {
  id: string
  initials: string
  encrypted?: boolean
  savedAt: number
  guesses: { count: number; until: number }
}

export const rows = (page: Page): Promise<Row[]> => stored<Row>(page, 'dossiers')

export async function onDisk(page: Page, initials: string): Promise<void> {
  await eventually(async () => (await rows(page)).map(row => row.initials)).toContain(initials)
}

/** Every body that waits, opened with the device's key as the worker would: what must arrive, to the byte. */
export async function queuedBodies(page: Page): Promise<string[]> {
  await offerDatabase(page)
  return page.evaluate(async () => {
    const database = await openPortail()
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>(resolve => {
        request.onsuccess = () => resolve(request.result)
      })
    const stores = database.transaction(['payloads', 'device'])
    const [ids, bodies, key] = await Promise.all([
      done(stores.objectStore('payloads').getAllKeys()),
      done(stores.objectStore('payloads').getAll()),
      done(stores.objectStore('device').get('device-key')),
    ])
    database.close()
    const opened = bodies.map(async ({ iv, ciphertext }, index) => {
      const additionalData = new TextEncoder().encode(`payload/${ids[index]}`)
      const bytes = await crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData }, key, ciphertext)
      return new TextDecoder().decode(bytes)
    })
    return (await Promise.all(opened)).sort()
  })
}

/** Changes what lies in the dossiers' rows, past the portal: time that goes by without a test waiting for it. */
export async function age(page: Page, change: Partial<Row> & { transferred?: object }): Promise<void> {
  await offerDatabase(page)
  await page.evaluate(async change => {
    const database = await openPortail()
    const writing = database.transaction('dossiers', 'readwrite')
    const dossiers = writing.objectStore('dossiers')
    const variant = dossiers.getAll()
    variant.onsuccess = () => {
      for (const row of variant.result) dossiers.put({ ...row, ...change }, row.id)
    }
    await new Promise(done => {
      writing.oncomplete = done
    })
    database.close()
  }, change)
}

/** From now on only `later` moves the page's time: how long the machine takes is nobody's minute. */
export function standStill(page: Page): Promise<void> {
  return page.evaluate(() => {
    const at = Date.now()
    Date.now = () => at
  })
}

/**
 * The page's clock jumps, and its timers go on. Installing a clock of the test's would first show it 1970 for a moment,
 * and a clock that went back locks.
 */
export function later(page: Page, ms: number): Promise<void> {
  return page.evaluate(ms => {
    const { now } = Date
    Date.now = () => now() + ms
  }, ms)
}

export const nothingOf = (hits: readonly string[]) => expect(hits).toEqual([])

export const proposedWords = (page: Page) => page.locator('section', { hasText: 'Trois mots faciles à garder' })
export const shownWords = async (page: Page) => (await proposedWords(page).locator('strong').allInnerTexts()).join(' ')

/** Their file is here: what stood empty before has the same place. */
export const wordsOffered = (page: Page) =>
  eventually(async () => (await shownWords(page)).trim().split(' ').length).toBe(3)
