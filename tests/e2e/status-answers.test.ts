import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { student } from './setup/answers.ts'
import { field, fill, phone, press } from './setup/hands.ts'
import { button } from './setup/looks.ts'
import { oneProvider } from './setup/network.ts'
import { expectAt, heading } from './setup/place.ts'
import { visitors } from './setup/students.ts'

/** What becomes of the status page once the provider has answered; what each code says: unit/status. */

const students = visitors()
const provider = await oneProvider()
const { matricule } = student
const flags = { actNaissV: '2', pieceIdV: '0', simCardV: '1', attestBacV: '2', photoBusteV: '2' }

const answer = (page: Page, words: string) => page.locator('main [data-tone]').filter({ hasText: words }).first()

async function atStatus(options = {}) {
  const visit = await students.at(provider.url, '/status', options)
  await field(visit.page, 'annee').waitFor()
  return visit
}

describe('a student whose file is answered', () => {
  test('has the answer first, what to do next and whose it is; looks for another, and corrects what was not found', async () => {
    provider.memory.files.set(phone, { status: 2, msg: 'Dossier validé.', matricule })
    const { page } = await atStatus()
    // As on paper, and sent bare.
    await fill(page, { annee: '2021', phone: '+223 76 54 32 10' })
    await press(page, 'Vérifier')
    // The provider's word is news, and no fault of the page.
    const title = 'Dossier validé. – État de mon dossier'
    await expectAt(answer(page, 'Dossier validé.'), title, 'top')
    await page.getByText(/^Il ne reste qu'à télécharger votre récépissé/).waitFor()
    await page.getByRole('link', { name: 'Télécharger mon récépissé' }).waitFor()
    expect(await page.getByText("Besoin d'aide ?").count()).toBe(0)
    expect(await field(page, 'annee').isVisible(), 'the form stays at hand').toBe(true)
    // With no number that another could use.
    expect(await page.locator('.head').innerText()).toMatch(/Bac 2021 ou plus, téléphone ••\s••\s••\s10/)
    expect(await page.locator('main').innerText()).not.toContain(phone)
    await page.getByText(/^Réponse du \d{1,2}/).waitFor()

    await page.getByText('Vérifier un autre dossier').click()
    await expectAt(field(page, 'annee'), 'État de mon dossier', 'top')
    expect(await page.getByText('Dossier validé.').count()).toBe(0)
    expect(await field(page, 'phone').inputValue()).toBe('')
    expect(await field(page, 'annee').inputValue()).toBe('2021')
    await fill(page, { matricule: 'MA2025TR999' })
    await press(page, 'Vérifier')
    const nobody = answer(page, 'Aucun dossier ne correspond')
    await expectAt(nobody, undefined, 'top')
    await page.getByText(/^Vérifiez l'année et le numéro ci-dessous/).waitFor()
    expect(await page.getByText("Besoin d'aide ?").count()).toBe(1)

    await field(page, 'matricule').fill('MA2025TR99')
    await nobody.waitFor({ state: 'detached' })
    await expect.poll(() => field(page, 'matricule').evaluate(one => one === document.activeElement)).toBe(true)
  })

  test('reads how each document stands, in words of its own, also printed: black on white in the dark scheme too', async () => {
    provider.memory.files.set(phone, { status: 0, msg: 'Pièce illisible.', matricule, ...flags })
    const { page } = await atStatus({ colorScheme: 'dark' })
    await fill(page, { annee: '2021', phone })
    await press(page, 'Vérifier')
    await answer(page, 'Pièce illisible.').waitFor()
    const rows = page.getByRole('region', { name: 'Vos documents' }).getByRole('listitem')
    await rows.first().waitFor()
    expect(await rows.allInnerTexts().then(all => all.map(text => text.replace(/\s+/g, ' ').trim()))).toEqual([
      "Extrait d'acte de naissance Validé",
      "Pièce d'identité En vérification ou à reprendre",
      "Fiche d'identification de la carte SIM En vérification ou à reprendre",
      'Attestation du baccalauréat Validé',
      'Photo de profil Validé',
    ])
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await heading(page, 'État de mon dossier').waitFor()
    expect(await page.getByText("Extrait d'acte de naissance").isVisible()).toBe(true)
    for (const hidden of ['Cliquez-ici', 'Vérifier un autre dossier', 'En ligne'])
      expect(await page.getByText(hidden).first().isVisible(), hidden).toBe(false)
    const colours = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate(one => getComputedStyle(one).color)
    for (const told of ['h1', 'main h2', '.what']) {
      const [red = 255, green = 255, blue = 255] = (await colours(told)).match(/\d+/g)?.map(Number) ?? []
      expect(Math.max(red, green, blue), `${told} is dark`).toBeLessThan(100)
    }
  })
})

test('a student whose question is none, or does not arrive, is told so at the top and in the title, each time anew', async () => {
  provider.script('etudiant/enrolement/statut/phone', { status: 500 })
  const { page, witness } = await atStatus()
  witness.allow(/status of 500/)
  const title = 'Erreur : État de mon dossier'
  const reason = await button(page, 'Vérifier').getAttribute('aria-describedby')
  expect(await page.locator(`[id="${reason}"]`).innerText()).toBe("Choisissez l'année du bac pour vérifier.")
  await fill(page, { annee: '2021' })
  await press(page, 'Vérifier')
  const none = answer(page, "Renseigner l'un des deux champs svp!!!")
  await expectAt(none, title, 'top')
  await fill(page, { phone })
  for (const _ of [1, 2]) {
    await press(page, 'Vérifier')
    const fault = answer(page, 'Le serveur est momentanément en panne (erreur 500).')
    await expectAt(fault, title, 'top')
  }
})
