import { describe, expect, test } from 'vitest'
import { code, student } from './setup/answers.ts'
import { completeAnswers, confirm, field, fill } from './setup/hands.ts'
import { button, roundTrip } from './setup/looks.ts'
import { oneProvider } from './setup/network.ts'
import { expectAt } from './setup/place.ts'
import { visitors } from './setup/students.ts'

/** Steps 1 and 2 without a finger, and what the keys of a list ask of a bad network. */

const students = visitors()
const provider = await oneProvider()
const search = 'etudiant/search/matricule'

describe('the search', () => {
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
      await expectAt(list)
    }
    await page.keyboard.press('Tab')
    await page.clock.fastForward(1000)
    await expect.poll(() => provider.calls(search).length).toBe(made + 1)
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
