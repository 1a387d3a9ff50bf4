import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { documentTypes } from '../../src/spec/documents.ts'
import { smallPhoto } from '../photos/photographs.ts'
import { code, student } from './setup/answers.ts'
import { dialog, field, giveDocument, phone } from './setup/hands.ts'
import { oneProvider } from './setup/network.ts'
import { expectAt, whyUnseen } from './setup/place.ts'
import { visitors } from './setup/students.ts'
import { atHome, tapHome, tapTo } from './setup/ways.ts'

/** No finger and no mouse: Tab, Enter, Space and arrows. What has the focus is always seen, and never under the line. */

const visits = visitors()
const provider = await oneProvider()

/** Far more than any page has stops. */
const mostStops = 80

const hasFocus = (place: Locator) =>
  place.evaluateAll(elements => elements.some(element => element === document.activeElement))

/** Tab by Tab to it; each stop on the way is seen as well. */
async function tabTo(page: Page, place: Locator): Promise<void> {
  for (let stop = 0; stop < mostStops; stop++) {
    if (await hasFocus(place)) return
    await page.keyboard.press('Tab')
    const out = await page.evaluate(() => document.activeElement === document.body)
    if (!out) expect(await whyUnseen(page), `on the way to ${place}`).toBe('')
  }
  throw new Error(`Nobody comes to ${place} with the Tab key`)
}

/** To an enabled control, since others open only after the first answer. */
const control = (page: Page, name: string) => page.locator(`[name="${name}"]:enabled`)

async function type(page: Page, name: string, text: string): Promise<void> {
  await tabTo(page, control(page, name))
  await page.keyboard.type(text)
}

/** The first choice below the placeholder. */
async function chooseFirst(page: Page, name: string): Promise<void> {
  await tabTo(page, control(page, name))
  await page.keyboard.press('ArrowDown')
  expect(await control(page, name).inputValue()).not.toBe('')
}

async function pressIn(page: Page, button: Locator, key: 'Enter' | 'Space'): Promise<void> {
  await tabTo(page, button)
  await page.keyboard.press(key)
}

test.each(['phone', 'tablet'] as const)('a whole enrolment goes by the keyboard alone, on a %s', async device => {
  const { page } = await visits.open(device, provider.url)
  provider.memory.lists.annee = [{ code: student.anneeBac, libelle: student.anneeBac }]
  await atHome(page)
  await page.keyboard.press('Tab')
  await expectAt(page.getByRole('link', { name: 'Aller au contenu' }))
  const h1 = page.getByRole('heading', { level: 1 })

  await pressIn(page, page.getByRole('link', { name: /^S'inscrire/ }).first(), 'Enter')
  await page.waitForURL('**/register')
  await control(page, 'anneeBac').waitFor()
  await expect.poll(() => whyUnseen(page)).toBe('')
  await chooseFirst(page, 'anneeBac')
  // In whichever order they are asked for.
  const wanted = {
    tuteur: undefined,
    numAttest: '204518',
    phone,
    numPlace: student.numPlace,
    serie: undefined,
    ae: undefined,
  }
  const order = await page.locator('main [name]').evaluateAll(all => all.map(each => each.getAttribute('name')))
  const names = order.filter((name): name is keyof typeof wanted => name !== null && name in wanted)
  const asking = dialog(page).getByRole('heading')
  const confirmIt = async () => {
    await asking.waitFor()
    await expect.poll(() => hasFocus(dialog(page).locator('*'))).toBe(true)
    await pressIn(page, dialog(page).getByRole('button', { name: 'Je confirme' }), 'Enter')
    await dialog(page).waitFor({ state: 'detached' })
  }
  // The person is asked about once the last of these is given and left.
  const lastOfPerson = names.filter(name => ['numPlace', 'serie', 'ae'].includes(name)).at(-1)
  for (const name of names) {
    const text = wanted[name]
    if (text === undefined) await chooseFirst(page, name)
    else await type(page, name, text)
    if (name !== lastOfPerson) continue
    await page.keyboard.press('Tab')
    await confirmIt()
    await expect.poll(() => whyUnseen(page), { message: 'the person is confirmed' }).toBe('')
  }
  await expect.poll(() => field(page, 'matricule').inputValue()).toBe(student.matricule)

  await pressIn(page, control(page, 'attestation'), 'Space')
  expect(await field(page, 'attestation').isChecked()).toBe(true)
  const next = page.getByRole('button', { name: 'Continuer', exact: true })
  await pressIn(page, next, 'Enter')
  await asking.waitFor()
  await expectAt(asking)
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
  // The browser closes it first, and tells the page in its next task.
  await page.locator('dialog article').waitFor({ state: 'detached' })
  await expectAt(next)
  await page.keyboard.press('Enter')
  await confirmIt()

  await field(page, 'otp').waitFor()
  await expect.poll(() => whyUnseen(page)).toBe('')
  await type(page, 'otp', '0000')
  await page.keyboard.press('Enter')
  await page.getByText('Code incorrect.').first().waitFor()
  await expectAt(field(page, 'otp'))
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')

  await field(page, 'attest').waitFor({ state: 'attached' })
  await expect.poll(() => whyUnseen(page)).toBe('')
  for (const document of documentTypes) {
    await giveDocument(page, document, await smallPhoto(`clavier ${document}`))
    const last = document === documentTypes.at(-1)
    if (!last) await expect.poll(() => whyUnseen(page), { message: `after ${document}` }).toBe('')
  }
  await page.getByRole('heading', { name: 'Pré-inscription effectuée' }).waitFor({ timeout: 60_000 })
  await expectAt(h1)
  await pressIn(page, page.locator('main a[href="/status"]').first(), 'Enter')
  await page.waitForURL('**/status')
  await expectAt(h1)
})

test('every stop of every page is seen, forwards and backwards', async () => {
  const { page } = await visits.open('phone', provider.url)
  await atHome(page)
  for (const path of ['/home', '/status', '/recepisse']) {
    if (path !== '/home') {
      // The skip link lies over the logo while it has the focus.
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
      await tapHome(page)
      await tapTo(page, path)
      // What is focused on the page before it goes with that page.
      await expectAt(page.getByRole('heading', { level: 1 }))
    }
    for (const key of ['Tab', 'Shift+Tab']) {
      for (let stop = 0; stop < 25; stop++) {
        await page.keyboard.press(key)
        const out = await page.evaluate(() => document.activeElement === document.body)
        if (!out) expect(await whyUnseen(page), `${path}, stop ${stop} by ${key}`).toBe('')
      }
    }
  }
})
