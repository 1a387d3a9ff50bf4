import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { documentsOf, type WizardVariant } from '../../src/spec/documents.ts'
import { patienceMs } from '../patience.ts'
import { smallPhoto } from '../photos/photographs.ts'
import { page as printed } from '../photos/pictures.ts'
import { arrived, pickId, rowButton } from './photos/album.ts'
import { builds } from './setup/builds.ts'
import { currentStep, documentState, pressInRow, sendDocument, toDocuments } from './setup/hands.ts'
import { button } from './setup/looks.ts'
import { gate, oneProvider } from './setup/network.ts'
import { visitors } from './setup/students.ts'

/** What the student sees of the documents' step once the provider has them all. */

const students = visitors()
const provider = await oneProvider()

const dark = await sharp(await printed().jpeg().toBuffer())
  .linear(0.2, 0)
  .jpeg()
  .toBuffer()
const validation = 'etudiant/enrolement/globalevalid'
const upload = 'etudiant/files/upload'
const keep = 'Garder quand même'
/** Below the 20 s that are given to advice. */
const soon = { timeout: patienceMs }

async function atDocuments(variant: WizardVariant) {
  provider.dist = builds[variant].dir
  const visit = await students.open('phone', provider.url)
  await toDocuments(visit.page, variant)
  return visit
}

/** All but the attestation are there. */
async function allButOne(variant: WizardVariant) {
  const visit = await atDocuments(variant)
  for (const type of documentsOf(variant)) {
    if (type === 'attest') continue
    await sendDocument(visit.page, type, await smallPhoto(type))
  }
  return visit
}

/** Faster than any screen can draw. */
const pressThrice = (page: Page, name: string) =>
  button(page, name).evaluate((element: HTMLButtonElement) => {
    for (let times = 0; times < 3; times += 1) element.click()
  })

describe('a student of reading B with advice before their eyes', () => {
  test('goes on as soon as the file is validated, and by one call however often the button is pressed', async () => {
    const { page } = await allButOne('reduced')
    await pickId(page, 'attest', dark)
    await documentState(page, 'attest', 'sent')
    await rowButton(page, 'attest', keep).waitFor()
    const { hold, open } = gate()
    provider.script(validation, { hold })
    await pressThrice(page, 'Continuer')
    await expect.poll(() => button(page, 'Continuer').isDisabled()).toBe(true)
    open()
    await button(page, 'Terminer').waitFor(soon)
    expect(provider.calls(validation)).toHaveLength(1)
  })
})

describe('a student of reading A whose last photo has arrived', () => {
  test('is told that all are there and what is waited for while there is advice, and goes on by one button', async () => {
    const { page } = await allButOne('complete')
    await pickId(page, 'attest', dark)
    await documentState(page, 'attest', 'sent')
    await page
      .locator('[data-document="attest"] [role="status"]', {
        hasText: 'Tous vos documents sont reçus. Reprenez cette photo, ou gardez-la pour continuer.',
      })
      .waitFor(soon)
    await rowButton(page, 'attest', keep).click()
    await page.getByRole('heading', { name: 'Pré-inscription effectuée' }).waitFor(soon)
  })

  test('is not led away from the gallery that is open for a better one, which then arrives', async () => {
    const { page } = await allButOne('complete')
    const { hold, open } = gate()
    provider.script(upload, { hold, times: 1 })
    await pickId(page, 'attest', await printed().jpeg().toBuffer())
    await documentState(page, 'attest', 'sending')
    const [gallery] = await Promise.all([
      page.waitForEvent('filechooser'),
      pressInRow(page, 'carteid', 'Choisir une photo'),
    ])
    open()
    await documentState(page, 'attest', 'sent')
    expect(await currentStep(page).textContent()).toContain('Documents à envoyer')
    await gallery.setFiles(await smallPhoto('autre'))
    await arrived(provider, 'carteid', 2)
    await page.getByRole('heading', { name: 'Pré-inscription effectuée' }).waitFor()
  })
})
