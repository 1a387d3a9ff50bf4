import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Link } from '../link/link.ts'
import { smallPhoto } from '../photos/photographs.ts'
import { bamako } from './setup/answers.ts'
import { readyOffline } from './setup/device.ts'
import { field, fillFirstStep, giveDocument, submit, valuesOf, waitsForNetwork } from './setup/hands.ts'
import { networkFaults } from './setup/network.ts'
import { alert } from './setup/place.ts'
import { type StandIn, sampleAnswers, startStandIn } from './setup/stand-in.ts'
import { visitors } from './setup/students.ts'

/** The end of enrolment, as a student meets it of whom something is not sent. */

const students = visitors()
let portal: StandIn
let link: Link

beforeAll(async () => {
  portal = await startStandIn()
  link = await new Link(Number(new URL(portal.url).port)).start()
})
afterAll(async () => {
  await link.stop()
  await portal.dispose()
})

const chrono = '/2021/v1/etudiant/enrolement/chrono'
const headers = { 'Content-Type': 'application/json' }
const dates = async () => (await fetch(portal.url + chrono, { method: 'POST', body: '{}', headers })).text()

/** A running server knows it within some seconds. */
async function setWindow(...words: string[]): Promise<void> {
  const before = await dates()
  const { code, output } = await portal.provider('window', ...words)
  expect(code, output).toBe(0)
  await expect.poll(dates, { timeout: 30_000 }).not.toBe(before)
}

async function setNetwork(page: Page, network: 'there' | 'gone'): Promise<void> {
  await link.set({ network })
  await page.context().setOffline(network === 'gone')
}

const hour = 3_600_000
const moment = String.raw`\d{1,2}(?:er)?\s\p{L}+, \d{1,2}\sh\s\d\d`
const late = new RegExp(`Écrit ici le ${moment}\\s; arrivé le ${moment}\\. Tout reste gardé sur cet appareil\\.`, 'u')

test('a student with unsent photos and answers is told of the end, offline too; what comes after it is refused with both times, and all is still there', async () => {
  await setWindow('open', '--until', bamako(5.5 * hour))
  const { page, witness } = await students.open('phone', link.url)
  witness.allow(networkFaults)
  const told = page.locator('.notices').getByText(/^Inscriptions closes dans 5\sh\s[12]\d/)
  await page.goto('/preparer')
  for (const type of ['attest', 'simcard'] as const) await giveDocument(page, type, await smallPhoto(type))
  await told.getByText(/: 2 envois ne sont pas encore arrivés\. Terminez votre inscription\.$/).waitFor()

  await page.goto('/register')
  await fillFirstStep(page, sampleAnswers)
  await readyOffline(page)
  await setNetwork(page, 'gone')
  await submit(page)
  await waitsForNetwork(page).waitFor()
  await page.reload()
  await told.getByText(/: 3 envois ne sont pas encore arrivés\. Restez connecté, ou allez là où/).waitFor()

  await setWindow('close')
  await setNetwork(page, 'there')
  await alert(page, 'Les inscriptions sont fermées').getByText(late).waitFor()
  expect(await told.count()).toBe(0)
  expect(await page.getByText(/^Corrigez vos réponses/).count()).toBe(0)
  const names = Object.keys(sampleAnswers)
  expect(await valuesOf(page, names)).toEqual(sampleAnswers)

  await page.goto('/envois')
  await page.getByText(late).waitFor()
  await page.goto('/preparer')
  for (const type of ['attest', 'simcard'])
    await page.locator(`[data-document="${type}"][data-state="queued"]`).waitFor()
  await page.goto('/transfert')
  await page
    .getByRole('button', { name: /fichier/ })
    .first()
    .waitFor()

  await setWindow('open')
  await page.goto('/register')
  await field(page, 'phone').waitFor()
  await expect.poll(() => valuesOf(page, names)).toEqual(sampleAnswers)
})
