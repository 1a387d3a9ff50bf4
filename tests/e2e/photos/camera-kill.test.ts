import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { DocumentType } from '../../../src/spec/documents.ts'
import { photograph, smallPhoto } from '../../photos/photographs.ts'
import { page as printed } from '../../photos/pictures.ts'
import { bringOwnCamera, cameraAllowed } from '../setup/browser.ts'
import { eventually, offerDatabase } from '../setup/device.ts'
import { documentRow, documentState, field, pressInRow, toDocuments } from '../setup/hands.ts'
import { oneProvider } from '../setup/network.ts'
import { visitors } from '../setup/students.ts'
import { arrived, crashed, pickPhoto } from './album.ts'

/** Android ends the page while its camera is in front (enketo-express#399): nothing that was picked is lost. */

const students = visitors(cameraAllowed)
const provider = await oneProvider()

async function atDocuments() {
  const visit = await students.open('phone', provider.url)
  await bringOwnCamera(visit.context)
  visit.witness.allow(/^crash/)
  await toDocuments(visit.page)
  return visit
}

async function countOf(page: Page, store: string) {
  await offerDatabase(page)
  return page.evaluate(async name => {
    const database = await openPortail()
    const counting = database.transaction(name).objectStore(name).count()
    return new Promise<number>((resolve, reject) => {
      counting.onsuccess = () => resolve(counting.result)
      counting.onerror = () => reject(counting.error)
    }).finally(() => database.close())
  }, store)
}

async function awaiting(page: Page) {
  await offerDatabase(page)
  return page.evaluate(async () => {
    const database = await openPortail()
    const variant = database.transaction('device').objectStore('device').get('awaiting-photo')
    return new Promise<unknown>(resolve => {
      variant.onsuccess = () => resolve(variant.result)
    }).finally(() => database.close())
  })
}

async function openPicker(page: Page, type: DocumentType, button: string) {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), pressInRow(page, type, button)])
  return chooser
}

const notReceived = (page: Page, type: DocumentType) =>
  documentRow(page, type).getByText("La photo n'a pas été reçue", { exact: false })

const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('[data-document]')?.getAttribute('data-document'))

describe('a phone that kills the page', () => {
  test('while its camera is open comes back to that document, says so, and loses nothing else', async () => {
    const { page } = await atDocuments()
    await pickPhoto(page, 'actenaiss', await printed().jpeg().toBuffer())
    await documentState(page, 'actenaiss', 'sent')
    await documentRow(page, 'actenaiss').locator('img').first().waitFor()
    const chooser = await openPicker(page, 'carteid', 'Prendre une photo')
    expect(await page.locator('main img').count(), 'previews give their memory to the camera').toBe(0)
    expect(await chooser.element().getAttribute('capture')).toBe('environment')
    expect(await awaiting(page)).toMatchObject({ document: 'carteid', by: 'camera' })

    const next = await crashed(page)
    await next.goto('/home')
    await notReceived(next, 'carteid').waitFor()
    expect(new URL(next.url()).pathname).toBe('/register')
    await eventually(() => focused(next)).toBe('carteid')
    await documentRow(next, 'carteid').getByText('choisissez-la dans la galerie').waitFor()
    await documentState(next, 'actenaiss', 'sent')
    await documentState(next, 'carteid', 'empty')

    await next.locator('[name="carteid"]').setInputFiles(await smallPhoto('carteid'))
    await documentState(next, 'carteid', 'sent')
    expect(await notReceived(next, 'carteid').count()).toBe(0)
    await next.reload()
    await documentState(next, 'carteid', 'sent')
    expect(await notReceived(next, 'carteid').count()).toBe(0)
  })

  test('while the gallery is open speaks of the gallery, and its input has no camera', async () => {
    const { page } = await atDocuments()
    await openPicker(page, 'photobuste', 'Prendre une photo').then(async chooser => {
      expect(await chooser.element().getAttribute('capture')).toBe('user')
    })
    const chooser = await openPicker(page, 'photobuste', 'Choisir une photo')
    expect(await chooser.element().getAttribute('capture')).toBeNull()
    const next = await crashed(page)
    await next.goto('/register')
    await documentRow(next, 'photobuste').getByText('pendant que la galerie était ouverte').waitFor()
  })

  test('while a photo is prepared goes on with it at the next start', async () => {
    const { page } = await atDocuments()
    await field(page, 'attest').setInputFiles(await photograph(4, 'ATTESTATION DU BACCALAURÉAT', 8))
    await eventually(() => countOf(page, 'sourceFiles')).toBe(1)
    const next = await crashed(page)
    await next.goto('/register')
    await documentState(next, 'attest', 'sent')
    const { width, height } = await arrived(provider, 'attest')
    expect(Math.max(width, height)).toBeGreaterThan(1300)
    expect(await countOf(next, 'sourceFiles')).toBe(0)
  })
})
