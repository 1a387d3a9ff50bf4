import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventually, leaveToWorker, stored } from '../setup/device.ts'
import { enrol, field, press } from '../setup/hands.ts'
import { expectFault } from '../setup/looks.ts'
import { badNetwork, networkFaults } from '../setup/network.ts'
import { phones } from '../setup/students.ts'
import {
  choose,
  chooseSecret,
  enterSecret,
  later,
  leaveUnsent,
  lock,
  lockButton,
  onDisk,
  queuedBodies,
  rows,
  secret,
  share,
  toEncryptedDocuments,
} from './tablet.ts'

const network = badNetwork()
const phone = phones(networkFaults)

const wrongly = async (page: Page, left: number) => {
  await enterSecret(page, '999999')
  const told = page.getByText(`Il reste ${left} essai`)
  await told.waitFor()
  await expectFault(page, 'code-dossier', (await told.textContent()) ?? '')
}

/** The rules of codes and of pauses: unit/vault and unit/features/shared-device/unlocking.test.ts. */

test('a code is asked before anything else, judged and typed twice alike; wrong ones are counted, and make wait', async () => {
  const tablet = phone(network.url)
  const { page } = await tablet.start()
  await share(page)
  await page.goto('/register')
  await press(page, 'Commencer un nouveau dossier')
  expect(await field(page, 'anneeBac').count()).toBe(0)
  for (const [first, second, says] of [
    ['123456', '123456', 'Ce code est trop facile à deviner.'],
    [secret, '48021574', 'Les deux codes ne sont pas les mêmes.'],
  ] as const) {
    await chooseSecret(page, first, second)
    await press(page, 'Protéger et commencer')
    await page.getByText(says).waitFor()
  }
  expect(await rows(page)).toEqual([])
  for (const name of ['code-choisi', 'code-repete']) {
    const input = field(page, name)
    expect([await input.getAttribute('type'), await input.getAttribute('autocomplete')]).toEqual(['text', 'off'])
    expect(await input.evaluate(each => getComputedStyle(each).getPropertyValue('-webkit-text-security'))).toBe('disc')
  }
  await chooseSecret(page)
  await press(page, 'Protéger et commencer')
  await enrol(page, 'complete')
  await onDisk(page, 'A. T.')
  await lockButton(page).click()
  await choose(page, 'A. T.')

  // Counted also when the browser is killed before the code was looked at.
  await page.evaluate(() => {
    crypto.subtle.deriveKey = () => new Promise(() => {})
  })
  await enterSecret(page, secret)
  await eventually(async () => (await rows(page))[0]?.guesses.count).toBe(1)
  await tablet.kill()
  const { page: again, context } = await tablet.start()
  await again.goto('/register')
  await choose(again, 'A. T.')
  await again.getByText('Il reste 9 essais').waitFor()
  await enterSecret(again, secret)
  await lockButton(again).waitFor()
  expect((await rows(again))[0]?.guesses.count).toBe(0)

  // After the third a pause, also after a reload.
  await lock(again)
  await choose(again, 'A. T.')
  for (const left of [9, 8, 7]) await wrongly(again, left)
  await again.getByText(/Trop de codes faux\. Réessayez dans \d+ s\./).waitFor()
  expect(await field(again, 'code-dossier').isDisabled()).toBe(true)
  await again.reload()
  await choose(again, 'A. T.')
  await again.getByText(/Trop de codes faux\. Réessayez dans (\d|1\d|2\d|30) s\./).waitFor()

  // A day back: the wait is the whole one again, and no longer than that.
  const back = await context.newPage()
  await back.addInitScript(() => {
    const now = Date.now
    Date.now = () => now() - 24 * 3_600_000
  })
  await back.goto('/register')
  await choose(back, 'A. T.')
  await back.getByText(/Trop de codes faux\. Réessayez dans (2\d|30) s\./).waitFor()
  await later(back, 31_000)
  await wrongly(back, 6)
  await back.getByText(/Réessayez dans (5\d|60) s\./).waitFor()
})

test('the worker alone sends what waits of a locked dossier, to the byte, while no page of the portal is open', async () => {
  const { page } = await phone(network.url).start()
  await share(page)
  await toEncryptedDocuments(page)
  await leaveUnsent(page, network)
  const bodies = await queuedBodies(page)
  await lockButton(page).click()
  await leaveToWorker(page, network)
  await eventually(() =>
    network.provider.calls('etudiant/files/upload').map(({ body }) => JSON.stringify(body)),
  ).toEqual(bodies)
  await eventually(() => stored(page, 'payloads')).toEqual([])
})
