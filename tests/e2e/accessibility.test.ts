import { test } from 'vitest'
import { photograph } from '../photos/photographs.ts'
import { code } from './setup/answers.ts'
import { completeAnswers, dialog, enterCode, fill, giveDocument, press } from './setup/hands.ts'
import { expectUsable } from './setup/looks.ts'
import { oneProvider } from './setup/network.ts'
import { visitors } from './setup/students.ts'

/** Every screen is usable by who can't see it, or sees it badly: axe's rules, in both colour schemes, at 360 px. */

const visits = visitors()
const provider = await oneProvider()

test.each(['light', 'dark'] as const)('no screen shuts a student out in the %s scheme', async colorScheme => {
  const { page } = await visits.open('phone', provider.url, { colorScheme })
  const look = (screen: string) => expectUsable(page, screen)

  for (const path of ['/home', '/status', '/recepisse', '/update', '/nulle-part']) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await look(path)
  }
  await page.goto('/register')
  await fill(page, { ...completeAnswers, phone: '12' })
  await dialog(page).waitFor()
  await look('the person that was found')
  await press(page, 'Je confirme')
  await look('the first step with a mistake')
  await fill(page, { phone: completeAnswers.phone ?? '' })
  await page.locator('[name="attestation"]').check()
  await press(page, 'Continuer')
  await dialog(page).waitFor()
  await look('the number to be confirmed')
  await press(page, 'Je confirme')
  await page.locator('[name="otp"]').waitFor()
  await look('the code')
  await enterCode(page, code)
  await giveDocument(page, 'actenaiss', await photograph(1, 'actenaiss'))
  await look('the documents')
})
