import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { Dossier } from '../../../src/core/db/dossiers.ts'
import type { WizardVariant } from '../../../src/spec/documents.ts'
import { builds } from '../setup/builds.ts'
import { cursor, eventually, installed, stored, visitHome } from '../setup/device.ts'
import { completeAnswers, dialog, draftResumed, field, fill, valuesOf } from '../setup/hands.ts'
import { badNetwork, networkFaults } from '../setup/network.ts'
import { phones } from '../setup/students.ts'

/** Without a network, the wizard's first step stands there and takes answers before React has come. */

const network = badNetwork()
const phone = phones(networkFaults)

declare global {
  var letReact: () => void
  var letDisk: () => void
}

/** A phone on which the portal has been, without a network now; React comes at `letReact`. */
async function withoutNetwork(variant: WizardVariant = 'complete') {
  network.provider.dist = builds[variant].dir
  const mine = phone(network.url)
  const { page, context } = await mine.start()
  await visitHome(page)
  await installed(page)
  await network.lose(context)
  const slow = await context.newPage()
  await slow.addInitScript(() => {
    const { yield: soon } = Scheduler.prototype
    const react = new Promise<void>(resolve => {
      globalThis.letReact = resolve
    })
    Scheduler.prototype.yield = () => react.then(() => soon.call(scheduler))
  })
  return { mine, page: slow, usual: page }
}

declare const Scheduler: { prototype: { yield(): Promise<void> } }
declare const scheduler: unknown

const typed = { numPlace: '1234', numAttest: '204518', phone: '76543210' }

async function typeAll(page: Page): Promise<void> {
  await field(page, 'anneeBac').selectOption('2025')
  for (const [name, value] of Object.entries(typed)) await field(page, name).pressSequentially(value)
}

const keptAnswers = async (page: Page) => (await stored<Dossier>(page, 'dossiers')).map(({ answers }) => answers)

describe('a student who begins without a network', () => {
  test('answers before React, which adopts every letter, the field itself and the cursor', async () => {
    const { page } = await withoutNetwork()
    await page.goto('/register')
    await eventually(() => field(page, 'anneeBac').locator('option').count()).toBeGreaterThan(2)
    expect(await field(page, 'phone').isDisabled()).toBe(true)
    await eventually(() => page.locator('.net').getAttribute('data-network')).toBe('away')
    await typeAll(page)
    await page.evaluate(() => Object.assign(globalThis, { first: document.forms[0] }))
    await page.evaluate(() => letReact())
    await eventually(() => keptAnswers(page)).toEqual([expect.objectContaining({ anneeBac: '2025', ...typed })])
    expect(await page.evaluate(() => Reflect.get(globalThis, 'first') === document.forms[0])).toBe(true)
    expect(await cursor(page)).toEqual(['phone', 8, 8])
    await fill(page, { serie: completeAnswers.serie ?? '' })
    await eventually(() => keptAnswers(page)).toEqual([expect.objectContaining({ serie: completeAnswers.serie })])
  })

  test('answers the questions of reading B, too', async () => {
    const { page } = await withoutNetwork('reduced')
    await page.goto('/register')
    const answers = { phone: '76543210', nom: 'Traoré', dateNaiss: '2006-04-17', tuteur: 'NINA' }
    await eventually(() => field(page, 'tuteur').locator('option').count()).toBeGreaterThan(1)
    await fill(page, answers)
    await page.evaluate(() => Object.assign(globalThis, { first: document.forms[0] }))
    await page.evaluate(() => letReact())
    await eventually(() => keptAnswers(page)).toEqual([expect.objectContaining(answers)])
    expect(await page.evaluate(() => Reflect.get(globalThis, 'first') === document.forms[0])).toBe(true)
  })

  test('finds it again, when the page is loaded again before React has come', async () => {
    const { page } = await withoutNetwork()
    await page.goto('/register')
    await eventually(() => field(page, 'anneeBac').locator('option').count()).toBeGreaterThan(2)
    await typeAll(page)
    await page.reload()
    const all = { anneeBac: '2025', ...typed }
    await eventually(() => valuesOf(page, Object.keys(all))).toEqual(all)
    await field(page, 'phone').press('End')
    await page.keyboard.press('Backspace')
    await page.evaluate(() => letReact())
    await eventually(() => keptAnswers(page)).toEqual([expect.objectContaining({ ...all, phone: '7654321' })])
  })

  test('finds it again, when the page is loaded again while React still waits for the disk', async () => {
    const { page, mine } = await withoutNetwork()
    for (const witness of mine.witnesses) witness.allow(/TimeoutError/)
    await page.goto('/register')
    await eventually(() => field(page, 'anneeBac').locator('option').count()).toBeGreaterThan(2)
    await typeAll(page)
    await page.evaluate(() => {
      IDBObjectStore.prototype.getAll = () => ({}) as IDBRequest
      letReact()
    })
    await page.waitForFunction(() => Object.keys(document.forms[0] ?? {}).some(name => name.startsWith('__reactProps')))
    await field(page, 'phone').press('Backspace')
    await page.reload()
    const all = { anneeBac: '2025', ...typed, phone: '7654321' }
    await eventually(() => valuesOf(page, Object.keys(all))).toEqual(all)
    await page.evaluate(() => letReact())
    await eventually(() => keptAnswers(page)).toEqual([expect.objectContaining(all)])
  })

  test('finds it again after a link was followed before React had come', async () => {
    const { page } = await withoutNetwork()
    await page.goto('/register')
    await eventually(() => field(page, 'anneeBac').locator('option').count()).toBeGreaterThan(2)
    await typeAll(page)
    await page.locator('header a[href="/home"]').first().tap()
    await page.evaluate(() => letReact())
    await page.getByRole('heading', { level: 1, name: 'Inscription des bacheliers' }).waitFor()
    await page.goBack()
    const all = { anneeBac: '2025', ...typed }
    await eventually(() => valuesOf(page, Object.keys(all))).toEqual(all)
    await eventually(() => keptAnswers(page)).toEqual([expect.objectContaining(all)])
  })

  test('is answered when React comes, where the button was pressed before', async () => {
    const { page } = await withoutNetwork()
    await page.goto('/register')
    await eventually(() => field(page, 'anneeBac').locator('option').count()).toBeGreaterThan(2)
    await field(page, 'anneeBac').selectOption('2025')
    await page.getByRole('button', { name: 'Continuer', exact: true }).dispatchEvent('click')
    expect(new URL(page.url()).search).toBe('')
    await page.evaluate(() => letReact())
    await page.getByRole('alert').getByText('Numéro de téléphone').waitFor()
  })
})

test.each(['/status', '/recepisse'])('%s takes a matricule before React, which adopts it', async path => {
  const { page } = await withoutNetwork()
  await page.goto(path)
  await field(page, 'matricule').pressSequentially('ABC12')
  await page.evaluate(() => letReact())
  await page.waitForFunction(() => Object.keys(document.forms[0] ?? {}).some(name => name.startsWith('__reactProps')))
  await field(page, 'matricule').pressSequentially('3')
  expect(await field(page, 'matricule').inputValue()).toBe('ABC123')
})

describe('a student who has begun', () => {
  test('finds the answers before React, goes on at the first open one, and nothing is kept anew', async () => {
    const { page, usual } = await withoutNetwork()
    await usual.goto('/register')
    await typeAll(usual)
    const all = { anneeBac: '2025', ...typed }
    await eventually(() => keptAnswers(usual)).toEqual([expect.objectContaining(all)])
    const [before] = await stored<Dossier>(usual, 'dossiers')
    await usual.close()
    await page.goto('/register')
    await eventually(() => valuesOf(page, Object.keys(all))).toEqual(all)
    await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('serie')
    await page.evaluate(() => Object.assign(globalThis, { first: document.forms[0] }))
    await page.evaluate(() => letReact())
    await draftResumed(page).waitFor()
    expect(await page.evaluate(() => Reflect.get(globalThis, 'first') === document.forms[0])).toBe(true)
    expect((await stored<Dossier>(page, 'dossiers'))[0]).toEqual(before)
    await field(page, 'serie').selectOption('TSE')
    await eventually(() => keptAnswers(page)).toEqual([expect.objectContaining({ ...all, serie: 'TSE' })])
  })

  test('changes an answer before React, and the change is kept', async () => {
    const { page, usual } = await withoutNetwork()
    await usual.goto('/register')
    await typeAll(usual)
    await eventually(() => keptAnswers(usual)).toEqual([expect.objectContaining(typed)])
    await usual.close()
    await page.goto('/register')
    await eventually(() => field(page, 'phone').inputValue()).toBe(typed.phone)
    await field(page, 'phone').fill('66554433')
    await field(page, 'numPlace').fill('')
    await page.evaluate(() => letReact())
    await eventually(() => keptAnswers(page)).toEqual([{ anneeBac: '2025', ...typed, phone: '66554433', numPlace: '' }])
  })
})

test('an answer that the disk brings late is typed over by a student who is at its field', async () => {
  const { page, usual, mine } = await withoutNetwork()
  for (const witness of mine.witnesses) witness.allow(/TimeoutError/)
  await usual.goto('/register')
  await typeAll(usual)
  await eventually(() => keptAnswers(usual)).toEqual([expect.objectContaining(typed)])
  await usual.close()
  await page.addInitScript(() => {
    const { getAll } = IDBObjectStore.prototype
    const disk = new Promise<void>(resolve => {
      globalThis.letDisk = resolve
    })
    IDBObjectStore.prototype.getAll = function () {
      const request = getAll.call(this)
      const done = new Promise(resolve => request.addEventListener('success', resolve))
      const late = {}
      Object.defineProperty(late, 'result', { get: () => request.result })
      Object.defineProperty(late, 'onsuccess', { set: tell => Promise.all([done, disk]).then(tell) })
      return late as IDBRequest
    }
  })
  await page.goto('/register')
  await eventually(() => field(page, 'anneeBac').locator('option').count()).toBeGreaterThan(2)
  await field(page, 'anneeBac').selectOption('2025')
  await page.evaluate(() => letReact())
  await page.waitForFunction(() => Object.keys(document.forms[0] ?? {}).some(name => name.startsWith('__reactProps')))
  await field(page, 'phone').focus()
  await page.evaluate(() => letDisk())
  await eventually(() => field(page, 'phone').inputValue()).toBe(typed.phone)
  await page.keyboard.type('66554433')
  const all = { anneeBac: '2025', ...typed, phone: '66554433' }
  await eventually(() => keptAnswers(page)).toEqual([expect.objectContaining(all)])
})

test('lists that a slow phone reads for over a second come into the form as it was drawn', async () => {
  const { page } = await withoutNetwork()
  await page.addInitScript(() => {
    const { match } = CacheStorage.prototype
    CacheStorage.prototype.match = async function (...asked) {
      await new Promise(resolve => setTimeout(resolve, 1_500))
      return match.apply(this, asked)
    }
  })
  await page.goto('/register', { waitUntil: 'commit' })
  await field(page, 'anneeBac').waitFor()
  await page.evaluate(() => Object.assign(globalThis, { first: document.forms[0] }))
  await page.evaluate(() => letReact())
  await page.waitForFunction(() => Object.keys(document.forms[0] ?? {}).some(name => name.startsWith('__reactProps')))
  expect(await page.evaluate(() => Reflect.get(globalThis, 'first') === document.forms[0])).toBe(true)
  expect(await field(page, 'anneeBac').locator('option').count()).toBeGreaterThan(2)
})

describe('no form that goes again is shown', () => {
  test.each([
    [
      'to a student who was looked up',
      async (page: Page) => {
        await network.find(page.context())
        await page.goto('/register')
        await fill(page, completeAnswers)
        await dialog(page).waitFor()
        await network.lose(page.context())
      },
    ],
    ['on a shared tablet', (page: Page) => page.evaluate(() => localStorage.setItem('portail-partage', '1'))],
    ['where enrolment is over', (page: Page) => page.evaluate(() => localStorage.setItem('portail-ouvert', '1'))],
  ])('%s', async (_, before) => {
    const { page, usual } = await withoutNetwork()
    await before(usual)
    await page.goto('/register')
    await page.waitForFunction(() => 'letReact' in globalThis && document.readyState === 'complete')
    expect(await page.locator('form').count()).toBe(0)
  })
})
