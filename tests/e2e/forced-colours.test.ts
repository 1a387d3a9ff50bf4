import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { smallPhoto } from '../photos/photographs.ts'
import { completeAnswers, confirm, enrolToDocuments, field, fill, sendDocument } from './setup/hands.ts'
import { oneProvider } from './setup/network.ts'
import { contrast, type Picture, picture } from './setup/pixels.ts'
import { expectAt } from './setup/place.ts'
import { visitors } from './setup/students.ts'
import { atHome, tapTo } from './setup/ways.ts'

/** What must be seen without colours of our own, and in the sun: by the pixels that are drawn. 3:1 is what WCAG asks for. */

const visits = visitors()
const provider = await oneProvider()
const looks = [
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['forced colours', { forcedColors: 'active' }],
] as const
type Options = (typeof looks)[number][1]

async function open(options: Options): Promise<Page> {
  const { page } = await visits.open('phone', provider.url, { ...options, deviceScaleFactor: 1 })
  await atHome(page)
  return page
}

/** In the middle of the screen, where nothing lies over it. */
const centred = (place: Locator) =>
  place.evaluate(element => element.scrollIntoView({ block: 'center', behavior: 'instant' }))

const margin = 8

/** On which share of each side, just outside, something else is drawn than before, and well enough to be seen. */
function ring(before: Picture, after: Picture): number[] {
  const { width, height } = before
  const changed = (x: number, y: number) => contrast(before.at(x, y), after.at(x, y)) >= 3
  const share = (length: number, drawn: (along: number, depth: number) => boolean) => {
    const seen = Array.from({ length: length - 2 * margin }, (_, along) =>
      Array.from({ length: margin }, (_, depth) => drawn(along + margin, depth)).some(Boolean),
    )
    return seen.filter(Boolean).length / seen.length
  }
  return [
    share(width, (along, depth) => changed(along, depth)),
    share(width, (along, depth) => changed(along, height - 1 - depth)),
    share(height, (along, depth) => changed(depth, along)),
    share(height, (along, depth) => changed(width - 1 - depth, along)),
  ]
}

async function expectRing(place: Locator): Promise<void> {
  await centred(place)
  const before = await picture(place, margin)
  // The keyboard was used last, so that a ring is wanted.
  await place.page().keyboard.press('Shift')
  await place.evaluate((element: HTMLElement) => element.focus({ preventScroll: true }))
  const after = await picture(place, margin)
  for (const side of ring(before, after)) expect(side, `${place}`).toBeGreaterThan(0.9)
  await place.evaluate((element: HTMLElement) => element.blur())
}

/** Something in this strip can be told from what lies in its first pixel. */
const isDrawnIn = (drawn: Picture, left: number, top: number, width: number, height: number) => {
  const pixels = [...drawn.part(left, top, width, height)]
  const [ground] = pixels
  return ground !== undefined && pixels.some(pixel => contrast(pixel, ground) >= 3)
}

describe.each(looks)('in %s', (_, options) => {
  test('who goes by the keyboard sees where: links, buttons, fields, lists, ticks', async () => {
    const page = await open(options)
    await expectRing(page.locator('main a[href="/status"]').first())
    await expectRing(page.getByRole('contentinfo').getByRole('link').first())
    await expectRing(page.getByText('Données sur cet appareil'))
    await tapTo(page, '/register')
    await fill(page, { anneeBac: completeAnswers.anneeBac ?? '' })
    for (const name of ['numAttest', 'serie', 'attestation']) await expectRing(field(page, name))
  })

  test('fields have borders, lists have arrows', async () => {
    const page = await open(options)
    await tapTo(page, '/register')
    await fill(page, { anneeBac: completeAnswers.anneeBac ?? '' })
    for (const name of ['numAttest', 'serie']) {
      await centred(field(page, name))
      const drawn = await picture(field(page, name), 4)
      const middle = Math.round(drawn.height / 2)
      expect(isDrawnIn(drawn, 0, middle, 8, 1), `${name} has a left border`).toBe(true)
      expect(isDrawnIn(drawn, Math.round(drawn.width / 2), 0, 1, 8), `${name} has an upper border`).toBe(true)
    }
    const list = await picture(field(page, 'serie'))
    expect(isDrawnIn(list, list.width - 44, 6, 38, list.height - 12), 'the arrow').toBe(true)
  })

  test('an attestation that is ticked is not drawn empty', async () => {
    const page = await open(options)
    await tapTo(page, '/register')
    await fill(page, completeAnswers)
    await field(page, 'ae').blur()
    await confirm(page)
    const box = field(page, 'attestation')
    // The page scrolls to where the focus goes, a frame after the dialog has closed.
    await expectAt(field(page, 'numAttest'))
    await centred(box)
    const empty = await picture(box, 2)
    expect(isDrawnIn(empty, 0, Math.round(empty.height / 2), 8, 1), 'a border').toBe(true)
    await box.check()
    await box.evaluate((element: HTMLElement) => element.blur())
    const ticked = await picture(box, 2)
    const inside = [...Array(10).keys()].flatMap(y => [...Array(10).keys()].map(x => [x + 9, y + 9] as const))
    const changed = inside.filter(([x, y]) => contrast(empty.at(x, y), ticked.at(x, y)) >= 3)
    expect(changed.length).toBeGreaterThan(10)
  })

  test('steps and documents that are done can be told from those that are not', async () => {
    const page = await open(options)
    await tapTo(page, '/register')
    await enrolToDocuments(page)
    const now = page.locator('[aria-current="step"]')
    const steps = await Promise.all(
      [now.locator('xpath=preceding-sibling::li[1]'), now, now.locator('xpath=following-sibling::li[1]')].map(step =>
        picture(step),
      ),
    )
    const [done, current, next] = steps.map(step => step.centre())
    if (!done || !current || !next) throw new Error('There is a step before and one after the documents')
    expect(contrast(done, next)).toBeGreaterThan(3)
    expect(contrast(current, next)).toBeGreaterThan(3)

    await sendDocument(page, 'attest', await smallPhoto('attest'))
    const lozenges = page.locator('main .loz').first().locator('i')
    await centred(lozenges.first())
    const [first, last] = await Promise.all([picture(lozenges.first()), picture(lozenges.last())])
    expect(contrast(first.centre(), last.centre())).toBeGreaterThan(3)
    expect(isDrawnIn(last, 0, 0, last.width, last.height), 'an open one has a border').toBe(true)
  })
})
