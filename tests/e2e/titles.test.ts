import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { enrol, press } from './setup/hands.ts'
import { gate, oneProvider } from './setup/network.ts'
import { visitors } from './setup/students.ts'
import { atHome, tapTo } from './setup/ways.ts'

/** The title is what a screen reader says first of a page, and all that a list of open tabs shows of it. */

const students = visitors()
const provider = await oneProvider()

const home = 'Inscription des bacheliers'
const step = (name: string) => `${name} – Inscription`
const [first, code] = ['Informations personnelles', 'Confirmation du numéro de téléphone'].map(step)

const titled = (page: Page, title: string | undefined) => expect.poll(() => page.title()).toBe(title)

/** Every title that a tab ever has, once its own HTML is there. */
const writeDown = (page: Page) =>
  page.addInitScript(() => {
    const titles: string[] = []
    addEventListener('DOMContentLoaded', () => {
      const note = () => titles.push(document.title)
      note()
      new MutationObserver(note).observe(document, { subtree: true, childList: true, characterData: true })
    })
    Object.assign(window, { titles })
  })
const writtenDown = (page: Page) => page.evaluate(() => Reflect.get(window, 'titles') as string[])

async function open() {
  const visit = await students.open('phone', provider.url)
  await writeDown(visit.page)
  return visit
}

describe('a student who taps from screen to screen', () => {
  test('reads the name of each step of the wizard, also on the way back, and never none', async () => {
    const { page } = await open()
    await atHome(page)
    await titled(page, home)
    await tapTo(page, '/register')
    await enrol(page, 'complete')
    await titled(page, code)
    await page.locator('[aria-current="step"]').focus()
    await page.keyboard.press('ArrowLeft')
    await titled(page, first)
    await page.keyboard.press('ArrowRight')
    await titled(page, code)
    await page.goBack()
    await titled(page, home)
    expect((await writtenDown(page)).filter(title => !title)).toEqual([])
  })

  test('reads of a screen that is still on its way, and of one that did not come', async () => {
    const { page, witness } = await open()
    witness.allow(
      /A part of the portal did not come/,
      /ServiceWorker|HTTP response code \(404\)|status of 404|net::ERR_/,
    )
    provider.script('/sw.js', { status: 404 })
    const { hold, open: letCome } = gate()
    provider.script(/^\/assets\/(?:shared|follow-up-screens)-/, { hold, cut: 'answer' })
    await atHome(page)
    await tapTo(page, '/status')
    await titled(page, 'Chargement…')
    letCome()
    await titled(page, "Cette page n'est pas arrivée")
    provider.behave()
    await press(page, 'Réessayer')
    await titled(page, 'État de mon dossier')
    expect((await writtenDown(page)).filter(title => !title)).toEqual([])
  })
})
