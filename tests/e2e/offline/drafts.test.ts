import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { Dossier } from '../../../src/core/db/dossiers.ts'
import { devtools, eventually, stored } from '../setup/device.ts'
import { currentStep, draftResumed, field, fill, toCode, valuesOf } from '../setup/hands.ts'
import { badNetwork, networkFaults } from '../setup/network.ts'
import { phones } from '../setup/students.ts'

const network = badNetwork()
const phone = phones(networkFaults)

async function leaveDraft(page: Page): Promise<void> {
  await page.goto('/register')
  await fill(page, { anneeBac: '2025' })
  await eventually(async () => (await stored<Dossier>(page, 'dossiers')).length).toBe(1)
}

const typed = { anneeBac: '2025', tuteur: 'NINA', serie: 'TSE', numAttest: '20451', phone: '76543210' }

async function typeHalf(page: Page): Promise<void> {
  const { anneeBac, tuteur, serie, numAttest } = typed
  await fill(page, { anneeBac, tuteur, serie })
  await field(page, 'numAttest').pressSequentially(numAttest)
  await field(page, 'phone').pressSequentially(typed.phone)
}

describe('a student whose phone goes out', () => {
  test('finds every answer again 300 ms after the last keystroke, the cursor where the answers end', async () => {
    const mine = phone(network.url)
    const { page } = await mine.start()
    await page.clock.install()
    await page.goto('/register')
    await field(page, 'phone').waitFor()
    await page.clock.pauseAt(Date.now() + 3_600_000)
    await typeHalf(page)
    // What the page had put off for longer than that never comes: its clock stands.
    await page.clock.runFor(300)
    const kept = async () => (await stored<Dossier>(page, 'dossiers')).map(({ answers }) => answers)
    await eventually(kept).toEqual([expect.objectContaining(typed)])
    await mine.kill()

    const { page: again } = await mine.start()
    await again.goto('/register')
    await draftResumed(again).waitFor()
    const all = { ...typed, numPlace: '', ae: '', nina: '' }
    expect(await valuesOf(again, Object.keys(all))).toEqual(all)
    await eventually(() => again.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('numPlace')
  })

  test('finds what was typed in the very moment the page went out of sight', async () => {
    const { page, context } = await phone(network.url).start()
    await page.goto('/register')
    await fill(page, { anneeBac: '2025' })
    await field(page, 'phone').pressSequentially('7')
    // The page is thrown away before its timer has come: only `pagehide` can have saved it.
    await page.evaluate(() => {
      const input = document.getElementsByName('phone')[0] as HTMLInputElement
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, '76543210')
      input.dispatchEvent(new Event('input', { bubbles: true }))
      location.href = 'about:blank'
    })
    await page.waitForURL('about:blank')
    const again = await context.newPage()
    await again.goto('/register')
    await draftResumed(again).waitFor()
    expect(await field(again, 'phone').inputValue()).toBe('76543210')
  })

  test('stands at the code, with the digits that were typed and the cursor behind them', async () => {
    const mine = phone(network.url)
    const { page } = await mine.start()
    await toCode(page)
    await field(page, 'otp').pressSequentially('48')
    await eventually(async () => (await stored<Dossier>(page, 'dossiers')).map(({ answers }) => answers.otp)).toEqual([
      '48',
    ])
    await mine.kill()

    const { page: again } = await mine.start()
    await again.goto('/register')
    await draftResumed(again).waitFor()
    expect(await currentStep(again).textContent()).toContain('Confirmation du numéro')
    await again.keyboard.type('26')
    expect(await field(again, 'otp').inputValue()).toBe('4826')
  })

  test('is told what the device no longer has, when the browser wiped it', async () => {
    const { page } = await phone(network.url).start()
    await leaveDraft(page)
    await page.goto('about:blank')
    const session = await devtools(page)
    await session.send('Storage.clearDataForOrigin', { origin: network.url, storageTypes: 'indexeddb' })
    await page.goto('/register')
    await page.getByRole('alert').filter({ hasText: 'Le navigateur a effacé ce qui était gardé' }).waitFor()
  })
})
