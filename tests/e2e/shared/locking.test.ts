import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { photograph, smallPhoto } from '../../photos/photographs.ts'
import { student } from '../setup/answers.ts'
import { bringOwnCamera, cameraAllowed } from '../setup/browser.ts'
import { eventually, queue, stored, visitHome } from '../setup/device.ts'
import { documentRow, documentState, field, fill, press, pressInRow } from '../setup/hands.ts'
import { roundTrip, scrollToBottom } from '../setup/looks.ts'
import { oneProvider } from '../setup/network.ts'
import { visitors } from '../setup/students.ts'
import {
  entry,
  isLocked,
  later,
  lock,
  lockButton,
  onDisk,
  share,
  standStill,
  toEncryptedDocuments,
  unlock,
} from './tablet.ts'
import { inStorages, needlesOf } from './traces.ts'

/** When a dossier locks says unit/features/shared-device/auto-lock.test.ts: here is that it does, and what becomes of what it held. */

const students = visitors(cameraAllowed)
const provider = await oneProvider()

async function atDocuments() {
  const visit = await students.open('phone', provider.url)
  await bringOwnCamera(visit.context)
  await share(visit.page)
  await toEncryptedDocuments(visit.page)
  await onDisk(visit.page, 'A. T.')
  return visit
}

/** Touched last when time stopped. */
async function stopTime(page: Page): Promise<void> {
  await standStill(page)
  await page.locator('h1').click()
}

/** What Android does to a page when another application comes before it. */
async function visibility(page: Page, state: 'hidden' | 'visible') {
  await page.evaluate(state => {
    Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)
}

const warning = (page: Page) => page.getByText('Le dossier va se verrouiller')
const isOpen = async (page: Page) => expect(await lockButton(page).count()).toBe(1)

describe('an open dossier', () => {
  test('locks after two minutes without a touch, or half a minute out of sight, in every tab, and ends the other screens', async () => {
    const { page, context } = await atDocuments()
    await stopTime(page)
    await later(page, 95_000)
    expect(await warning(page).count()).toBe(0)
    await scrollToBottom(page)
    const place = await page.locator('h1').boundingBox()
    await later(page, 10_000)
    await warning(page).waitFor()
    // Wherever somebody looks, and it moves nothing.
    expect(await warning(page).evaluate(each => each.getBoundingClientRect().bottom <= innerHeight)).toBe(true)
    expect(await page.locator('h1').boundingBox()).toEqual(place)
    await page.locator('h1').click()
    await warning(page).waitFor({ state: 'detached' })
    await later(page, 115_000)
    await warning(page).waitFor()
    await isOpen(page)
    await later(page, 6_000)
    await isLocked(page)
    await entry(page).waitFor()
    expect(await inStorages(page, needlesOf([student.nom, student.matricule, student.prenom]))).toEqual([])

    // Drawn over while it is out of sight.
    await unlock(page, 'A. T.')
    await visibility(page, 'hidden')
    expect(await page.locator('main').evaluate(main => getComputedStyle(main).opacity)).toBe('0')
    await later(page, 25_000)
    await visibility(page, 'visible')
    await isOpen(page)
    expect(await page.locator('main').evaluate(main => getComputedStyle(main).opacity)).toBe('1')
    await visibility(page, 'hidden')
    // A page that sleeps has no timers: it is looked at when it comes back.
    await later(page, 31_000)
    await visibility(page, 'visible')
    await isLocked(page)

    // Locked in one tab, in all of them.
    await unlock(page, 'A. T.')
    const other = await context.newPage()
    await other.goto('/register')
    await unlock(other, 'A. T.')
    await lockButton(page).click()
    await isLocked(page)
    await isLocked(other)

    await page.goto('/status')
    await fill(page, { annee: '2021', phone: '76543210' })
    await press(page, 'Vérifier')
    const answer = page.getByText('Aucun dossier ne correspond à ces informations.')
    await answer.waitFor()
    await later(page, 121_000)
    await page.waitForURL('**/home')
    // The next one goes there, in the very same page.
    await page.getByRole('link', { name: 'Vérifier' }).click()
    await field(page, 'phone').waitFor()
    expect(await field(page, 'phone').inputValue()).toBe('')
    expect(await answer.count()).toBe(0)
    expect(await inStorages(page, needlesOf(['76543210']))).toEqual([])
  })

  test('has what was picked prepared and sent, also where it was locked or its page died meanwhile', async () => {
    const { page, context, witness } = await atDocuments()
    witness.allow(/^crash/)
    provider.script('etudiant/files/upload', { hang: true, times: 1 })
    await field(page, 'carteid').setInputFiles(await photograph(4, "CARTE D'IDENTITÉ", 8))
    await eventually(async () => (await stored(page, 'sourceFiles')).length).toBe(1)
    await lock(page)
    await eventually(async () => (await queue(page)).some(({ requestKey }) => requestKey === 'carteid'), 60_000).toBe(
      true,
    )
    expect(await stored(page, 'sourceFiles')).toEqual([])
    expect(await inStorages(page, needlesOf([student.nom, student.matricule]))).toEqual([])
    await unlock(page, 'A. T.')
    await documentState(page, 'carteid', 'sending')

    // The page dies over a photo: it is prepared once the dossier is opened again, and on no page before.
    await page.evaluate(() => {
      Worker.prototype.postMessage = () => undefined
    })
    await field(page, 'simcard').setInputFiles(await smallPhoto('simcard'))
    await eventually(async () => (await stored(page, 'sourceFiles')).length).toBe(1)
    await page.close()
    const next = await context.newPage()
    await visitHome(next)
    await roundTrip(next)
    expect((await queue(next)).some(({ requestKey }) => requestKey === 'simcard')).toBe(false)
    expect(await stored(next, 'sourceFiles')).toHaveLength(1)
    await next.goto('/register')
    await unlock(next, 'A. T.')
    await documentState(next, 'simcard', 'sent')
    expect(await stored(next, 'sourceFiles')).toEqual([])

    // The camera kills the page: the code is asked for, and why; it goes on where it was.
    await Promise.all([next.waitForEvent('filechooser'), pressInRow(next, 'photobuste', 'Prendre une photo')])
    await eventually(async () =>
      (await stored<{ document?: string }>(next, 'device')).some(kept => kept?.document === 'photobuste'),
    ).toBe(true)
    const last = await context.newPage()
    await next.close()
    await last.goto('/home')
    await last.getByText("Le téléphone a fermé le portail pendant qu'une photo était prise").waitFor()
    // Another student who takes the tablet now is not kept at that unlock screen.
    await press(last, 'Retour')
    await last.getByRole('button', { name: 'Commencer un nouveau dossier' }).waitFor()
    await unlock(last, 'A. T.')
    await documentRow(last, 'photobuste').getByText("La photo n'a pas été reçue", { exact: false }).waitFor()
  })
})
