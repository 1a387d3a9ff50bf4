import { setTimeout as after } from 'node:timers/promises'
import type { Locator, Page } from 'playwright-core'
import * as rowText from '../../../src/documents/ui/row-text.ts'
import { type DocumentType, documentTypes } from '../../../src/spec/documents.ts'
import { type Answers, dialog, documentRow, field, openRow } from '../../e2e/setup/hands.ts'
import { documentPhotos } from '../../photos/photographs.ts'
import { note, type Part, type Runs } from './context.ts'
import { finished } from './enrolling.ts'
import { newPhone, withBrowser } from './phone.ts'
import type { Site } from './site.ts'
import { nextStudent } from './students.ts'

/** Between two keys of a student who types, in milliseconds. */
const keyMs = 100

/** Between two taps of a student in a hurry, in milliseconds: the eye finds the next control, and the thumb goes there. */
const aimMs = 300

/** Past Playwright, whose own care for a tap runs in the page, and would be counted as the page's. */
async function tap(target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded()
  await after(aimMs)
  const place = await target.boundingBox()
  if (!place) throw new Error(`${target} went before it was tapped`)
  await target.page().touchscreen.tap(place.x + place.width / 2, place.y + place.height / 2)
}

const button = (within: Page | Locator, name: string) =>
  within.getByRole('button', { name, exact: true, disabled: false })

async function type(page: Page, name: string, text: string): Promise<void> {
  await tap(field(page, name))
  // The phone's keyboard comes up first.
  await after(aimMs)
  await page.keyboard.type(text, { delay: keyMs })
}

/** Through the keys, so that what a choice costs is seen: no finger reaches into a list that the platform draws. */
async function choose(page: Page, name: string, code: string): Promise<void> {
  const control = field(page, name)
  await control.focus()
  const codes = await control.locator('option').evaluateAll(options => options.map(one => one.getAttribute('value')))
  for (let key = 0; key < codes.length && (await control.inputValue()) !== code; key += 1) {
    await page.keyboard.press('ArrowDown', { delay: keyMs })
  }
  if ((await control.inputValue()) !== code) await control.selectOption(code)
}

async function answer(page: Page, answers: Answers): Promise<void> {
  await field(page, 'anneeBac').waitFor()
  for (const [name, value] of Object.entries(answers)) {
    const isList = await field(page, name).evaluate(element => element instanceof HTMLSelectElement)
    await (isList ? choose : type)(page, name, value)
  }
}

async function confirm(page: Page): Promise<void> {
  await tap(button(dialog(page), 'Je confirme'))
  await dialog(page).waitFor({ state: 'detached' })
}

async function give(page: Page, document: DocumentType, file: string): Promise<void> {
  await openRow(page, document)
  const picking = page.waitForEvent('filechooser')
  await tap(button(documentRow(page, document), rowText.choose))
  await (await picking).setFiles(file)
  const states = ['queued', 'sending', 'sent'].map(state => `[data-state="${state}"]`).join()
  const given = page.locator(`[data-document="${document}"]:is(${states})`)
  const goneOn = field(page, document).waitFor({ state: 'detached' })
  await Promise.race([given.waitFor(), goneOn])
  const question = documentRow(page, document).getByRole('button', { name: /Garder quand même/ })
  if (await question.isVisible()) await tap(question)
}

/** Every tap and key of an enrolment, as fingers do it. */
async function enrolByTouch(page: Page, site: Site): Promise<void> {
  const student = nextStudent(site)
  const photos = await documentPhotos()
  await page.goto('/home')
  await tap(page.locator('a[href="/register"]'))
  await answer(page, student)
  await confirm(page)
  await tap(field(page, 'attestation'))
  await tap(button(page, 'Continuer'))
  await confirm(page)
  await field(page, 'otp').waitFor()
  await type(page, 'otp', await site.standIn.lastCode(student.phone))
  await tap(button(page, 'Continuer'))
  for (const document of documentTypes) {
    await field(page, document).waitFor({ state: 'attached' })
    await give(page, document, photos[document])
  }
  await finished(page)
}

/** The slowest interaction of a whole enrolment on an entry phone of 2020. */
export const smooth: Part = async ({ sites: { portal }, runs }) => {
  const slowest: Runs = {}
  const blocked: Runs = {}
  const named: string[] = []
  await withBrowser(2020, async browser => {
    for (let run = 0; run < Math.min(runs, 3); run += 1) {
      const page = await newPhone(browser, portal.url)
      await portal.begin('free')
      await enrolByTouch(page, portal)
      const { interactions, tasks } = await page.evaluate(() => vitals)
      // It draws nothing until a photo comes: the browser counts its chooser, and whoever looks for the photo.
      const drawing = interactions.filter(({ target }) => target !== rowText.choose)
      const [worst, ...others] = drawing.sort((a, b) => b.ms - a.ms)
      if (!worst) throw new Error('no interaction was seen')
      note(slowest, 'portal', worst.ms)
      note(blocked, 'portal', Math.max(0, ...tasks))
      named.push(
        [worst, ...others.slice(0, 2)].map(({ name, target, ms }) => `${name} on ${target} ${ms} ms`).join(', '),
      )
      await page.context().close()
    }
  })
  return [
    {
      name: 'slowest interaction of an enrolment',
      unit: 'ms',
      runs: slowest,
      goal: { most: 100 },
      note: `without the press that opens the chooser; ${named.join('; ')}`,
    },
    { name: '… longest task', unit: 'ms', runs: blocked },
  ]
}
