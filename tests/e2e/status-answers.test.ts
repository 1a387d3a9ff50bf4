import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { student } from './setup/answers.ts'
import { expectArrived, heading } from './setup/arrival.ts'
import { field, fill, phone, press } from './setup/hands.ts'
import { button, expectUsable } from './setup/looks.ts'
import { oneProvider } from './setup/network.ts'
import { visitors } from './setup/students.ts'

/** What becomes of the status page once the provider has answered. */

const students = visitors()
const provider = await oneProvider()
const { matricule } = student
const flags = { actNaissV: '2', pieceIdV: '0', simCardV: '1', attestBacV: '2', photoBusteV: '2' }

async function ask(reply: { status: number; msg: string }, more: object = {}, path = '/status'): Promise<Page> {
  provider.memory.files.set(phone, { ...reply, matricule, ...more })
  const { page, witness } = await students.open('phone', provider.url)
  witness.allow(/status of 500/)
  await page.goto(path)
  await fill(page, { annee: '2021', phone })
  await press(page, 'Vérifier')
  return page
}

const answer = (page: Page, words: string) => page.locator('main [data-tone]').filter({ hasText: words }).first()

describe('a student whose file is answered', () => {
  test.each([
    [-1, 'Aucun dossier.', /^Vérifiez l'année et le numéro ci-dessous/, undefined],
    [
      0,
      'Pièce illisible.',
      /^Reprenez seulement les documents demandés/,
      'Cliquez-ici pour mettre à jour vos documents',
    ],
    [1, 'En cours de traitement.', /^Vous n'avez rien à faire pour le moment/, undefined],
    [2, 'Dossier validé.', /^Il ne reste qu'à télécharger votre récépissé/, 'Télécharger mon récépissé'],
    [3, 'Informations incorrectes.', /^Corrigez les informations ci-dessous/, undefined],
    [8, 'Autre réponse.', /^Réessayez plus tard, ou demandez de l'aide/, undefined],
  ])('by code %i has the answer first, and what to do next', async (status, msg, next, link) => {
    const page = await ask({ status, msg })
    // The provider's word is news, and no fault of the page.
    await expectArrived(page, { at: answer(page, msg), title: `${msg} – État de mon dossier`, top: true })
    await page.getByText(next).waitFor()
    if (link) await page.getByRole('link', { name: link }).waitFor()
    const stuck = ![0, 1, 2].includes(status)
    expect(await page.getByText("Besoin d'aide ?").count()).toBe(stuck ? 1 : 0)
    expect(await field(page, 'annee').isVisible(), 'the form stays at hand').toBe(true)
    await expectUsable(page, `status ${status}`)
  })

  test('reads whose it is, with no number that another could use, and when it was answered', async () => {
    const page = await ask({ status: 1, msg: 'En cours.' })
    await answer(page, 'En cours.').waitFor()
    expect(await page.locator('.head').innerText()).toMatch(/Bac 2021 ou plus, téléphone ••\s••\s••\s10/)
    expect(await page.locator('main').innerText()).not.toContain(phone)
    await page.getByText(/^Réponse du \d{1,2}/).waitFor()
  })

  test('reads how each document stands, in words of its own', async () => {
    const page = await ask({ status: 0, msg: 'À reprendre.' }, flags)
    const rows = page.getByRole('region', { name: 'Vos documents' }).getByRole('listitem')
    await rows.first().waitFor()
    expect(await rows.allInnerTexts().then(all => all.map(text => text.replace(/\s+/g, ' ').trim()))).toEqual([
      "Extrait d'acte de naissance Validé",
      "Pièce d'identité En vérification ou à reprendre",
      "Fiche d'identification de la carte SIM En vérification ou à reprendre",
      'Attestation du baccalauréat Validé',
      'Photo de profil Validé',
    ])
  })

  test('understands flags that are nested, and tells of no document where there are none', async () => {
    provider.script('etudiant/enrolement/statut/phone', {
      reply: { status: 0, msg: 'À reprendre.', resultat: { matricule, ...flags, pieceIdV: null } },
      times: 1,
    })
    const page = await ask({ status: 1, msg: 'En cours.' })
    await page.getByRole('region', { name: 'Vos documents' }).waitFor()
    expect(await page.getByText('En vérification ou à reprendre').count()).toBe(2)
    await page.getByText('Vérifier un autre dossier').click()
    await fill(page, { phone })
    await press(page, 'Vérifier')
    await answer(page, 'En cours.').waitFor()
    expect(await page.getByRole('region', { name: 'Vos documents' }).count()).toBe(0)
  })

  test('and looks for another file finds the form alone, and nothing that was said of the first', async () => {
    const page = await ask({ status: 2, msg: 'Dossier validé.' })
    await answer(page, 'Dossier validé.').waitFor()
    await page.getByText('Vérifier un autre dossier').click()
    await expectArrived(page, { at: field(page, 'annee'), title: 'État de mon dossier', top: true })
    expect(await page.getByText('Dossier validé.').count()).toBe(0)
    expect(await field(page, 'phone').inputValue()).toBe('')
    expect(await field(page, 'annee').inputValue()).toBe('2021')
    await fill(page, { matricule: 'MA2025TR999' })
    await press(page, 'Vérifier')
    await expectArrived(page, { at: answer(page, 'Aucun dossier ne correspond'), top: true })
  })

  test('and mends what was not found reads no more of the answer to the old entries', async () => {
    const page = await ask({ status: -1, msg: 'Aucun dossier.' })
    await answer(page, 'Aucun dossier.').waitFor()
    await field(page, 'phone').fill(phone.slice(1))
    await answer(page, 'Aucun dossier.').waitFor({ state: 'detached' })
    await expect.poll(() => field(page, 'phone').evaluate(one => one === document.activeElement)).toBe(true)
  })
})

describe('a student whose question does not arrive', () => {
  test('is told at the top, and of a fault in the title, each time anew', async () => {
    provider.script('etudiant/enrolement/statut/phone', { status: 500 })
    const page = await ask({ status: 2, msg: 'Dossier validé.' })
    const fault = answer(page, 'Le serveur est momentanément en panne (erreur 500).')
    await expectArrived(page, { at: fault, title: 'Erreur : État de mon dossier', top: true })
    await press(page, 'Vérifier')
    await expectArrived(page, { at: fault, title: 'Erreur : État de mon dossier', top: true })
  })

  test('because it is none is told so at the top, and why the button waits is tied to it', async () => {
    const { page } = await students.open('phone', provider.url)
    await page.goto('/status')
    await field(page, 'annee').waitFor()
    const reason = await button(page, 'Vérifier').getAttribute('aria-describedby')
    expect(await page.locator(`[id="${reason}"]`).innerText()).toBe("Choisissez l'année du bac pour vérifier.")
    await fill(page, { annee: '2021' })
    await press(page, 'Vérifier')
    await expectArrived(page, {
      at: answer(page, "Renseigner l'un des deux champs svp!!!"),
      title: 'Erreur : État de mon dossier',
      top: true,
    })
  })
})

test('an answer is printed without what can only be touched, black on white in the dark scheme too', async () => {
  provider.memory.files.set(phone, { status: 0, msg: 'Pièce illisible.', matricule, ...flags })
  const { page } = await students.open('phone', provider.url, { colorScheme: 'dark' })
  await page.goto('/status')
  await fill(page, { annee: '2021', phone })
  await press(page, 'Vérifier')
  await answer(page, 'Pièce illisible.').waitFor()
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
