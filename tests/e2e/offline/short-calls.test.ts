import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { code } from '../setup/answers.ts'
import { installed } from '../setup/device.ts'
import {
  completeAnswers,
  currentStep,
  enterCode,
  field,
  fillFirstStep,
  submit,
  toCode,
  waitsForNetwork,
} from '../setup/hands.ts'
import { badNetwork, networkFaults } from '../setup/network.ts'
import type { Phone } from '../setup/phone.ts'
import { phones } from '../setup/students.ts'

const network = badNetwork()
const phone = phones(networkFaults)

const save = 'etudiant/enrolement/add'
const confirmCode = 'etudiant/otp/valide'

async function withoutNetwork(page: Page): Promise<void> {
  await installed(page)
  await network.lose(page.context())
}

async function saveWithoutNetwork(page: Page): Promise<void> {
  await page.goto('/register')
  await fillFirstStep(page)
  await withoutNetwork(page)
  await submit(page)
  await waitsForNetwork(page).waitFor()
}

/** The battery is empty; the phone is started again, still without a network, and then there is one. */
async function killedAndBack(mine: Phone): Promise<Page> {
  await mine.kill()
  const { page, context } = await mine.start()
  await context.setOffline(true)
  await page.goto('/register')
  await waitsForNetwork(page).waitFor()
  await network.find(context)
  return page
}

describe('without a network a student may press on:', () => {
  test('saving waits visibly, survives a kill and is sent once', async () => {
    const mine = phone(network.url)
    const { page } = await mine.start()
    await saveWithoutNetwork(page)
    expect(await field(page, 'phone').isDisabled()).toBe(true)

    const again = await killedAndBack(mine)
    await field(again, 'otp').waitFor()
    expect(network.provider.calls(save).map(({ body }) => body.phone)).toEqual([completeAnswers.phone])
  })

  test('the code waits visibly, survives a kill, is sent once and never asked for again', async () => {
    const mine = phone(network.url)
    const { page } = await mine.start()
    await toCode(page)
    await withoutNetwork(page)
    await enterCode(page, code)
    await waitsForNetwork(page).waitFor()

    const again = await killedAndBack(mine)
    await field(again, 'attest').waitFor({ state: 'attached' })
    await again.reload()
    await field(again, 'attest').waitFor({ state: 'attached' })
    expect(await currentStep(again).textContent()).toContain('Documents')
    expect(network.provider.calls(confirmCode)).toHaveLength(1)
    expect(network.provider.calls(save)).toHaveLength(1)
  })
})
