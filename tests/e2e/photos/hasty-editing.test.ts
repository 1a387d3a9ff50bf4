import type { Page } from 'playwright-core'
import { afterAll, afterEach, expect, test } from 'vitest'
import { heldPhone } from '../../photos/pictures.ts'
import { eventually, offerDatabase, queue } from '../setup/device.ts'
import { documentRow, documentState, pressInRow, toDocuments } from '../setup/hands.ts'
import { startOtherProvider } from '../setup/other-provider.ts'
import { visitors } from '../setup/students.ts'
import { arrived, askew, near, pickId, rowButton, upload } from './album.ts'

/** A tap on "Recadrer sur la feuille" that comes before the screen, or after another tab, has changed what is queued. */

const students = visitors()
const provider = await startOtherProvider()
afterEach(() => {
  provider.behave()
  provider.memory.documents.clear()
})
afterAll(() => provider.stop())

const crop = 'Recadrer sur la feuille'

declare global {
  /** In a page that `holdReads` was called for. */
  var heldReads: { pass(): void; release(): void }
}

/** From when the next photo is queued, the page gets no answer to what it reads of the queue, until that is released. */
function holdReads(page: Page): Promise<void> {
  return page.evaluate(() => {
    const { put, getAll } = IDBObjectStore.prototype
    const held: (() => void)[] = []
    let state: 'armed' | 'holding' | 'passing' = 'armed'
    IDBObjectStore.prototype.put = function (...row) {
      if (this.name === 'queue' && state === 'armed') state = 'holding'
      return put.apply(this, row)
    }
    IDBObjectStore.prototype.getAll = function (...wanted) {
      const variant = getAll.apply(this, wanted)
      if (this.name === 'queue' && this.transaction.mode === 'readonly' && state === 'holding')
        Object.defineProperty(variant, 'onsuccess', { set: answer => held.push(() => answer()) })
      return variant
    }
    globalThis.heldReads = {
      pass: () => {
        state = 'passing'
      },
      release: () => {
        for (const answer of held.splice(0)) answer()
      },
    }
  })
}

test('a sheet is straightened by a tap that comes before the screen has read what is queued', async () => {
  const { page } = await students.open('phone', provider.url)
  await toDocuments(page)
  await holdReads(page)
  await pickId(page, 'attest', await askew())
  await rowButton(page, 'attest', crop).waitFor()
  await documentState(page, 'attest', 'empty')
  await page.evaluate(() => heldReads.pass())
  await rowButton(page, 'attest', crop).click()
  // Kept: it may be on its way as soon as that.
  const kept = ['queued', 'sending', 'sent'].map(state => `[data-state="${state}"]`)
  await documentRow(page, 'attest').and(page.locator(kept.join())).waitFor()
  await page.evaluate(() => heldReads.release())
  const { width, height, at } = await arrived(provider, 'attest')
  expect(near(at(Math.round(width * 0.05), Math.round(height * 0.05)), [32, 64, 128])).toBe(true)
  expect(near(at(Math.round((width - 1) * 0.98), Math.round((height - 1) * 0.98)), [238, 232, 220])).toBe(true)
  await documentState(page, 'attest', 'sent')
})

test('a photo that another tab has given meanwhile is left as it is, and the student is told', async () => {
  provider.script(upload, { status: 503, headers: { 'Retry-After': '600' } })
  const { page, context, witness } = await students.open('phone', provider.url)
  witness.allow(/status of 503/)
  await toDocuments(page)
  const queued = () => queue(page).then(items => items.find(({ requestKey }) => requestKey === 'attest')?.id)
  await pickId(page, 'attest', await askew())
  await rowButton(page, 'attest', crop).waitFor()
  await documentState(page, 'attest', 'queued')
  const first = await queued()
  const other = await context.newPage()
  await other.goto('/register')
  await documentState(other, 'attest', 'queued')
  await pickId(other, 'attest', await heldPhone(6))
  await eventually(queued).not.toBe(first)
  const second = await queued()

  await rowButton(page, 'attest', crop).click()
  await documentRow(page, 'attest').getByText("Cette photo n'a pas pu être modifiée").waitFor()
  expect(await queued()).toBe(second)
})

test('a photo that has gone from the phone when the editor is asked for is told of in its row', async () => {
  provider.script(upload, { status: 503, headers: { 'Retry-After': '600' } })
  const { page, witness } = await students.open('phone', provider.url)
  witness.allow(/status of 503/)
  await toDocuments(page)
  await pickId(page, 'attest', await heldPhone(6))
  await documentState(page, 'attest', 'queued')
  // Only what is queued is left of it, and goes as it does with a success that the screen has not heard of yet.
  await page.reload()
  await documentState(page, 'attest', 'queued')
  await offerDatabase(page)
  await page.evaluate(async () => {
    const database = await openPortail()
    const writing = database.transaction('payloads', 'readwrite')
    writing.objectStore('payloads').clear()
    await new Promise(done => {
      writing.oncomplete = done
    })
    database.close()
  })
  await pressInRow(page, 'attest', 'Recadrer / tourner')
  await documentRow(page, 'attest').getByText("Cette photo n'a pas pu être modifiée").waitFor()
  // With the photo it goes.
  await rowButton(page, 'attest', 'Retirer la photo').click()
  await documentState(page, 'attest', 'empty')
  expect(await documentRow(page, 'attest').getByRole('alert').count()).toBe(0)
})
