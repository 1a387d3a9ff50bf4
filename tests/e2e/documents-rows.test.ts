import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { type DocumentType, documentTypes } from '../../src/spec/documents.ts'
import { photograph, smallPhoto } from '../photos/photographs.ts'
import { page as printed } from '../photos/pictures.ts'
import { pickPhoto, rowButton } from './photos/album.ts'
import { student } from './setup/answers.ts'
import { eventually } from './setup/device.ts'
import {
  dialog,
  documentRow,
  documentState,
  field,
  giveDocument,
  openRow,
  pressInRow,
  sendDocument,
  toDocuments,
} from './setup/hands.ts'
import { expectUsable, scrolled } from './setup/looks.ts'
import { gate, oneProvider } from './setup/network.ts'
import { visitors } from './setup/students.ts'

/** What a student sees, hears and has the focus on while the documents are given, one after the other. */

const students = visitors()
const provider = await oneProvider()

const upload = 'etudiant/files/upload'
const good = await printed().jpeg().toBuffer()
const dark = await sharp(good).linear(0.2, 0).jpeg().toBuffer()

async function atDocuments(options = {}) {
  const visit = await students.open('phone', provider.url, options)
  await toDocuments(visit.page)
  return visit
}

const openRows = (page: Page) =>
  page
    .locator('[data-document]:has(details[open])')
    .evaluateAll(rows => rows.map(row => row.getAttribute('data-document')))
const expectOpen = (page: Page, type: DocumentType) => eventually(() => openRows(page)).toEqual([type])

/** The row whose line has the focus, and whether all of that line is in sight. */
const focusedRow = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement
    const { top = 0, bottom = 0 } = at?.getBoundingClientRect() ?? {}
    const bar = document.querySelector('[data-network]')?.getBoundingClientRect().bottom ?? 0
    return {
      row: at?.matches('summary') ? at.closest('[data-document]')?.getAttribute('data-document') : at?.textContent,
      seen: top >= bar - 1 && bottom <= innerHeight + 1,
    }
  })

/** Every text that a live region comes to say from now on. */
function listen(page: Page): Promise<void> {
  return page.evaluate(() => {
    const heard: string[] = []
    Object.assign(globalThis, { heard })
    const regions = '[role="status"], [role="alert"], [aria-live="polite"]'
    new MutationObserver(changes => {
      const spoken = new Set<Element>()
      for (const { target, addedNodes } of changes)
        for (const node of [target, ...addedNodes]) {
          const element = node instanceof Element ? node : node.parentElement
          const inner = node === target ? [] : [...(element?.querySelectorAll(regions) ?? [])]
          for (const region of [element?.closest(regions), ...inner]) if (region) spoken.add(region)
        }
      for (const region of spoken) if (region.closest('main')) heard.push(region.textContent ?? '')
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
}
const heard = (page: Page) => page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard)

/** Who was enrolled, when an answer comes, and the ways on. */
async function expectEnding(page: Page): Promise<void> {
  const main = page.locator('main')
  for (const fact of [student.prenom, student.nom, student.matricule, '•• •• •• 10'])
    await main.getByText(fact, { exact: true }).waitFor()
  expect(await main.textContent()).not.toContain('76543210')
  const inTwoDays = new Date(Date.now() + 48 * 3_600_000).getUTCDate()
  await main
    .getByText(new RegExp(`avant le ${inTwoDays === 1 ? '1er' : inTwoDays}\\s\\p{L}+, \\d+\\sh\\s\\d\\d\\.$`, 'u'))
    .waitFor()
  await main.getByRole('link', { name: 'Télécharger mon récépissé' }).click()
  await page.waitForURL('**/recepisse')
}

describe('a student who gives one document after the other', () => {
  test('is brought to the next empty row, which opens, hears each success once, and ends at the top', async () => {
    const { page } = await atDocuments()
    await expectOpen(page, 'actenaiss')
    await openRow(page, 'attest')
    await expectOpen(page, 'attest')
    await documentRow(page, 'attest').locator('summary').click()
    await eventually(() => openRows(page)).toEqual([])
    for (const type of documentTypes) expect(await field(page, type).count(), 'an input is never folded away').toBe(1)
    // At work in no row any more.
    await page.locator('h1').click()

    await listen(page)
    for (const type of ['actenaiss', 'carteid', 'simcard'] as const)
      await sendDocument(page, type, await smallPhoto(type))
    await page.locator('main > .body > [role="status"]', { hasText: 'Photo de la carte sim' }).waitFor()
    // A card lies on something, and its crop is offered.
    expect((await heard(page)).filter(words => !words.startsWith('La feuille a été repérée'))).toEqual([
      "Photo de l'acte de naissance enregistrée avec succès.",
      "Photo de la carte d'identité enregistrée avec succès.",
      'Photo de la carte sim enregistrée avec succès.',
    ])
    await eventually(() => focusedRow(page)).toEqual({ row: 'attest', seen: true })
    await expectOpen(page, 'attest')
    const { hold, open } = gate()
    provider.script(upload, { hold })
    await giveDocument(page, 'attest', await smallPhoto('attest'))
    await eventually(() => focusedRow(page)).toEqual({ row: 'photobuste', seen: true })
    await expectOpen(page, 'photobuste')
    await giveDocument(page, 'photobuste', await smallPhoto('photobuste'))
    await eventually(() => focusedRow(page).then(({ row }) => row)).toMatch(/^3 sur 5 envoyés/)
    expect((await focusedRow(page)).seen).toBe(true)
    expect(await openRows(page)).toEqual([])

    open()
    const heading = page.getByRole('heading', { level: 1, name: 'Pré-inscription effectuée' })
    await heading.waitFor()
    expect(await scrolled(page)).toBe(0)
    const box = await heading.boundingBox()
    expect(box && box.y >= 0 && box.y + box.height <= 740).toBe(true)
    expect(await heading.evaluate(one => one === document.activeElement)).toBe(true)
    expect(await page.title()).toBe('Pré-inscription effectuée – Inscription')
    await expectUsable(page, 'the ending')
    await expectEnding(page)
  })

  test('sees a refused document open by itself, with what to do first, and is not moved, nor while at work in another row', async () => {
    const { page } = await atDocuments()
    const { hold, open } = gate()
    provider.script(upload, { hold, reply: { status: 0, msg: 'Image illisible.' }, times: 1 })
    await giveDocument(page, 'actenaiss', await smallPhoto('actenaiss'))
    await eventually(() => focusedRow(page).then(({ row }) => row)).toBe('carteid')
    await documentState(page, 'actenaiss', 'sending')
    open()
    await expectOpen(page, 'actenaiss')
    const alert = documentRow(page, 'actenaiss').getByRole('alert')
    expect(await alert.textContent()).toBe("Photo de l'acte de naissance non enregistrée.Image illisible.")
    expect(await documentRow(page, 'actenaiss').locator('details button').first().textContent()).toBe(
      'Renvoyer la même photo',
    )
    expect((await focusedRow(page)).row, 'the focus stays').toBe('carteid')
    expect(await page.title()).toMatch(/^Erreur : /)
    await pressInRow(page, 'actenaiss', 'Renvoyer la même photo')
    await documentState(page, 'actenaiss', 'sent')
    await eventually(() => page.title()).toBe('Documents à envoyer – Inscription')
    await eventually(() => focusedRow(page).then(({ row }) => row)).toBe('carteid')

    const next = gate()
    provider.script(upload, { hold: next.hold, reply: { status: 0, msg: 'Image illisible.' }, times: 1 })
    await openRow(page, 'carteid')
    await field(page, 'carteid').setInputFiles(await smallPhoto('carteid'))
    await openRow(page, 'simcard')
    await rowButton(page, 'simcard', 'Choisir une photo').focus()
    await documentState(page, 'carteid', 'sending')
    next.open()
    await documentState(page, 'carteid', 'failed')
    await page.getByText("Photo de la carte d'identité non enregistrée.").first().waitFor()
    expect(await openRows(page)).toEqual(['simcard'])
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Choisir une photo')
  })

  test('is told without a network how many photos will leave; a row holds none decoded larger than it shows', async () => {
    const { page, context, witness } = await atDocuments()
    witness.allow(/net::ERR_|files\/upload/)
    await context.setOffline(true)
    await giveDocument(page, 'actenaiss', await smallPhoto('actenaiss'))
    await giveDocument(page, 'carteid', await photograph(2, "CARTE D'IDENTITÉ", 6))
    await page.getByText('Continuez : 2 photos partiront dès que le réseau revient.').waitFor()
    await documentRow(page, 'actenaiss')
      .getByText(/Gardée ici · \d+ ko$/)
      .waitFor()
    const longest = () =>
      page
        .locator('[data-document="carteid"] img')
        .evaluateAll(all => all.map(one => one instanceof HTMLImageElement && [one.naturalWidth, one.naturalHeight]))
    await openRow(page, 'carteid')
    const small = [900, 675]
    await eventually(longest).toEqual([small, small])
    // Also once it was read from the disk.
    await page.route(`**/${upload}`, route => route.abort())
    await context.setOffline(false)
    await page.reload()
    await openRow(page, 'carteid')
    await eventually(longest).toEqual([small, small])
  })

  test('is left to the row by the editor, and sees no green beside a photo that can hardly be read, until it is kept', async () => {
    const { page } = await atDocuments()
    await sendDocument(page, 'attest', await smallPhoto('attest'))
    for (const leave of ['Escape', 'Utiliser cette photo']) {
      await pressInRow(page, 'attest', 'Recadrer / tourner')
      await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe(
        'Recadrer : Attestation du baccalauréat',
      )
      if (leave === 'Escape') await page.keyboard.press('Escape')
      else await dialog(page).getByRole('button', { name: leave, exact: true }).click()
      await dialog(page).waitFor({ state: 'detached' })
      await eventually(() => focusedRow(page)).toEqual({ row: 'attest', seen: true })
    }
    await pickPhoto(page, 'simcard', dark)
    await documentState(page, 'simcard', 'sent')
    const state = documentRow(page, 'simcard').getByText(/Envoyée · /)
    const colour = () => state.evaluate(words => getComputedStyle(words).color)
    await eventually(() => state.textContent()).toMatch(/à vérifier$/)
    const doubtful = await colour()
    await rowButton(page, 'simcard', 'Garder quand même').click()
    await eventually(() => state.textContent()).not.toMatch(/à vérifier$/)
    expect(await colour()).not.toBe(doubtful)
    await eventually(() => focusedRow(page).then(({ row }) => row)).toBe('photobuste')
  })
})

test('a document is given by the keyboard alone, which is led from row to row', async () => {
  const { page } = await atDocuments()
  const at = () => page.evaluate(() => document.activeElement?.textContent?.trim())
  await openRow(page, 'actenaiss')
  await rowButton(page, 'actenaiss', 'Choisir une photo').focus()
  const [gallery] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Enter')])
  await gallery.setFiles(await smallPhoto('actenaiss'))
  await eventually(() => focusedRow(page)).toEqual({ row: 'carteid', seen: true })
  await page.keyboard.press('Enter')
  await eventually(() => openRows(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  expect(await at()).toBe('Prendre une photo')
})
