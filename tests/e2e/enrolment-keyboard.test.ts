import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { code, student } from './setup/answers.ts'
import { expectArrived, heading, tabTo } from './setup/arrival.ts'
import { completeAnswers, confirm, dialog, field, fill } from './setup/hands.ts'
import { button, roundTrip } from './setup/looks.ts'
import { oneProvider } from './setup/network.ts'
import { visitors } from './setup/students.ts'

/** Steps 1 and 2 without a finger, and what the keys of a list ask of a bad network. */

const students = visitors()
const provider = await oneProvider()
const search = 'etudiant/search/matricule'

async function register(): Promise<Page> {
  const { page } = await students.open('phone', provider.url)
  await page.goto('/register')
  await field(page, 'anneeBac').waitFor()
  return page
}

/** Steps through a closed list until it says so. */
async function stepTo(page: Page, name: string, value: string): Promise<void> {
  await field(page, name).locator(`option[value="${value}"]`).waitFor({ state: 'attached' })
  for (let press = 0; press < 10; press += 1) {
    if ((await field(page, name).inputValue()) === value) return
    await page.keyboard.press('ArrowDown')
  }
  throw new Error(`No key leads to ${value}`)
}

describe('a student without a finger', () => {
  test('comes through the first two steps by the keyboard alone', async () => {
    const page = await register()
    for (const name of ['anneeBac', 'numPlace', 'serie', 'ae'] as const) {
      await tabTo(page, field(page, name))
      if (name === 'numPlace') await page.keyboard.type(student.numPlace)
      else await stepTo(page, name, student[name])
    }
    await page.keyboard.press('Tab')
    await expectArrived(page, { at: dialog(page).getByRole('heading') })
    await tabTo(page, button(page, 'Je confirme'))
    await page.keyboard.press('Enter')
    await expectArrived(page, { at: field(page, 'numAttest') })
    await page.keyboard.type('204518')
    await tabTo(page, field(page, 'tuteur'))
    await stepTo(page, 'tuteur', 'NINA')
    await tabTo(page, field(page, 'phone'))
    await page.keyboard.type('76 54 32 10')
    await tabTo(page, field(page, 'attestation'))
    await page.keyboard.press('Space')
    await tabTo(page, button(page, 'Continuer'))
    await page.keyboard.press('Enter')
    await expectArrived(page, { at: dialog(page).getByRole('heading', { name: 'ATTENTION' }) })
    await tabTo(page, button(page, 'Je confirme'))
    await page.keyboard.press('Enter')
    await expectArrived(page, { at: heading(page, 'Confirmation du numéro de téléphone'), top: true })
    await tabTo(page, field(page, 'otp'))
    await page.keyboard.type(code)
    await page.keyboard.press('Enter')
    await expectArrived(page, { at: heading(page, 'Documents à envoyer'), top: true })
    expect(provider.calls(search)).toHaveLength(1)
  })
})

describe('the search', () => {
  const { ae: _, ...three } = completeAnswers

  test('is not made for what the keys of a list only pass by', async () => {
    provider.memory.lists.academie = ['KAYES', 'KITA', 'MOPTI', 'SEGOU', student.ae]
    const page = await register()
    await fill(page, three)
    await field(page, 'ae').focus()
    await field(page, 'ae').locator('option', { hasText: 'KITA' }).waitFor({ state: 'attached' })
    for (let press = 0; press < 5; press += 1) {
      await page.keyboard.press('ArrowDown')
      await roundTrip(page)
    }
    expect(await field(page, 'ae').inputValue()).toBe(student.ae)
    expect(provider.calls(search)).toEqual([])
    await expectArrived(page, { at: field(page, 'ae') })
    await page.keyboard.press('Tab')
    await confirm(page)
    expect(provider.calls(search)).toHaveLength(1)
  })

  test('leaves a list that the keys step through the focus and its place, also between two refusals', async () => {
    provider.memory.lists.academie = ['KAYES', 'KITA', 'MOPTI', 'SEGOU', student.ae]
    provider.memory.students = []
    const { page } = await students.open('phone', provider.url)
    await page.clock.install()
    await page.goto('/register')
    await fill(page, completeAnswers)
    await page.getByRole('alert').filter({ hasText: 'Aucun bachelier' }).waitFor()
    // The page scrolls to the message: only then is it still.
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    const list = field(page, 'ae')
    const top = () => list.evaluate(element => Math.round(element.getBoundingClientRect().top))
    await list.focus()
    const [stood, made] = [await top(), provider.calls(search).length]
    await page.clock.pauseAt(Date.now() + 3_600_000)
    for (const key of ['ArrowUp', 'ArrowUp', 'k', 'PageDown', 'ArrowUp']) {
      await page.keyboard.press(key)
      await page.clock.fastForward(60_000)
      await roundTrip(page)
      expect([provider.calls(search).length, await top()], key).toEqual([made, stood])
      await expectArrived(page, { at: list })
    }
    await page.keyboard.press('Tab')
    await page.clock.fastForward(1000)
    await expect.poll(() => provider.calls(search).length).toBe(made + 1)
  })

  test('waits until a number is written, however slowly, and no longer where nothing else is left', async () => {
    const { page } = await students.open('phone', provider.url)
    await page.clock.install()
    await page.goto('/register')
    await fill(page, { ...completeAnswers, numPlace: '' })
    await field(page, 'numPlace').focus()
    await page.clock.pauseAt(Date.now() + 3_600_000)
    for (const digit of student.numPlace) {
      await page.keyboard.type(digit)
      await page.clock.fastForward(1500)
      await roundTrip(page)
    }
    expect(provider.calls(search)).toEqual([])
    await page.clock.fastForward(2000)
    await page.clock.resume()
    await confirm(page)
    expect(provider.calls(search).map(({ body }) => body.numPlace)).toEqual([student.numPlace])
  })

  test('is made at once when Enter is pressed', async () => {
    const { page } = await students.open('phone', provider.url)
    await page.clock.install()
    await page.goto('/register')
    await fill(page, { ...completeAnswers, numPlace: '' })
    await page.clock.pauseAt(Date.now() + 3_600_000)
    await field(page, 'numPlace').fill(student.numPlace)
    expect(provider.calls(search)).toEqual([])
    await page.keyboard.press('Enter')
    await expect.poll(() => provider.calls(search).length).toBe(1)
  })
})

declare global {
  var offered: { transport: unknown; give(code: string): void; ended: boolean }[]
}

describe('a phone that reads the SMS', () => {
  test('fills the code in, and is asked for none once the step has ended', async () => {
    const { page } = await students.open('phone', provider.url)
    // No browser of the tests has a SIM card: this stands in for WebOTP.
    await page.addInitScript(() => {
      globalThis.offered = []
      Object.assign(globalThis, { OTPCredential: class {} })
      navigator.credentials.get = ((options: { otp: { transport: unknown }; signal: AbortSignal }) =>
        new Promise((give, refuse) => {
          const offer = {
            transport: options.otp.transport,
            give: (code: string) => give({ code } as never),
            ended: false,
          }
          offered.push(offer)
          options.signal.addEventListener('abort', () => {
            offer.ended = true
            refuse(options.signal.reason)
          })
        })) as typeof navigator.credentials.get
    })
    await page.goto('/register')
    await fill(page, completeAnswers)
    await confirm(page)
    await field(page, 'attestation').check()
    await button(page, 'Continuer').click()
    expect(await page.evaluate(() => offered.length)).toBe(0)
    await confirm(page)
    await field(page, 'otp').waitFor()
    await expect.poll(() => page.evaluate(() => offered.at(-1)?.transport)).toEqual(['sms'])
    await page.evaluate(code => offered.at(-1)?.give(code), code)
    await expect.poll(() => field(page, 'otp').inputValue()).toBe(code)
    await button(page, 'Continuer').click()
    await field(page, 'attest').waitFor({ state: 'attached' })
    expect(await page.evaluate(() => offered.every(({ ended }) => ended))).toBe(true)
  })
})
