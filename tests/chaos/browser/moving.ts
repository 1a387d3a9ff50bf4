import { readFileSync } from 'node:fs'
import { setTimeout as after } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import type { Visit } from '../../e2e/setup/browser.ts'
import { confirmArrival, handCode, openWith } from '../../e2e/setup/moving.ts'
import type { Phone } from '../../e2e/setup/phone.ts'
import type { Dice } from './dice.ts'
import type { Ledger } from './ledger.ts'

/** In the middle of an enrolment the student changes phones, or tries to; either phone may die at any instant of it. */

/** How often a phone dies before it is left alone, and how long is tried all in all. Milliseconds. */
const [mostKills, patienceMs] = [2, 150_000]

interface World {
  dice: Dice
  ledger: Ledger
  /** So many times as long as usual. */
  patience: number
}

/** @returns the phone on which it goes on */
export async function moveOn(from: Phone, to: Phone, world: World): Promise<Phone> {
  const { dice, ledger } = world
  const file = await tried(from, world, makeFile)
  // Nothing was begun yet.
  if (!file) return from
  ledger.happened('handed over')
  if (dice.happens(0.3)) {
    await tried(from, world, cancelExport)
    ledger.happened('taken back')
    return from
  }
  const confirmationCode = await tried(to, world, page => receive(page, file))
  ledger.happened('taken in by another phone')
  ledger.moves += 1
  if (dice.happens(0.5)) await tried(from, world, page => eraseWith(page, confirmationCode))
  else await tried(from, world, look)
  return to
}

/** Chromium itself does not always come up after it was killed: the student starts it again. */
export const started = (phone: Phone): Promise<Visit> =>
  phone
    .start()
    .catch(() => phone.start())
    .catch(() => phone.start())

/** Until it has gone well, over kills and bad weather. */
async function tried<T>(phone: Phone, { dice, ledger, patience }: World, work: (page: Page) => Promise<T>): Promise<T> {
  const deadline = Date.now() + patienceMs * patience
  let kills = 0
  let trouble: unknown
  while (Date.now() < deadline) {
    const { page } = await started(phone)
    page.setDefaultTimeout(8_000)
    const working = work(page).then(
      value => ({ value }),
      (cause: unknown) => {
        trouble = cause
      },
    )
    const dies = kills < mostKills && dice.happens(0.4)
    const done = await (dies ? Promise.race([working, after(dice.between(300, 4_000))]) : working)
    if (dies && !done) {
      kills += 1
      ledger.happened('killed while it moves')
    }
    await phone.kill()
    await working
    if (done) return done.value
  }
  throw new Error('A dossier did not move.', { cause: trouble })
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** At its beginning; what lies here has been read when one of the three is there. */
async function open(page: Page): Promise<'transferred' | 'own' | 'none'> {
  await page.goto('/transfert', { waitUntil: 'commit' })
  const transferred = button(page, 'Reprendre ici')
  const own = button(page, 'Envoyer ce dossier')
  // Filled only where there is nothing to give away.
  const none = page.locator('button:not(.quiet)', { hasText: 'Choisir le fichier' })
  await transferred.or(own).or(none).first().waitFor()
  if (await transferred.isVisible()) return 'transferred'
  return (await own.isVisible()) ? 'own' : 'none'
}

async function makeFile(page: Page): Promise<Buffer | undefined> {
  const state = await open(page)
  if (state === 'none') return undefined
  await button(page, state === 'transferred' ? 'Refaire le fichier' : 'Envoyer ce dossier').click()
  for (const name of ['code-choisi', 'code-repete']) await page.locator(`[name="${name}"]`).fill(handCode)
  await button(page, 'Préparer la remise').click()
  const link = page.getByRole('link', { name: 'Enregistrer le fichier' })
  // What is on its way may have to be answered first.
  await link.waitFor({ timeout: 60_000 })
  const coming = page.waitForEvent('download')
  await link.click()
  return readFileSync(await (await coming).path())
}

async function cancelExport(page: Page): Promise<void> {
  if ((await open(page)) !== 'transferred') return
  await button(page, 'Reprendre ici').click()
  await button(page, 'Je confirme').click()
  await button(page, 'Envoyer ce dossier').waitFor()
}

async function receive(page: Page, buffer: Buffer): Promise<string> {
  await open(page)
  const name = 'dossier.dossier'
  await page.locator('[name="dossier"]').setInputFiles({ name, mimeType: '', buffer })
  await openWith(page)
  await button(page, 'Garder sur cet appareil').click()
  await page.getByRole('heading', { name: 'Dossier reçu' }).waitFor()
  return page.locator('.phone').innerText()
}

async function eraseWith(page: Page, confirmationCode: string): Promise<void> {
  // Erased before the last kill.
  if ((await open(page)) === 'none') return
  await confirmArrival(page, confirmationCode)
  await page.getByText('Le dossier est effacé de cet appareil.').waitFor()
}

/** It is opened once more, with every reason to send what waits there. */
async function look(page: Page): Promise<void> {
  if ((await open(page)) !== 'transferred') throw new Error('It is not handed over any more.')
  await after(1_000)
}
