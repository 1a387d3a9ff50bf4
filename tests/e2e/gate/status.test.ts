import { describe, expect, test } from 'vitest'
import { student } from '../setup/answers.ts'
import { builds, otherSites } from '../setup/builds.ts'
import { field, fill, phone, press } from '../setup/hands.ts'
import { button, expectAlert, expectDisabled, expectFault, expectNoFault, required, roundTrip } from '../setup/looks.ts'
import { gate, oneProvider } from '../setup/network.ts'
import { visitors } from '../setup/students.ts'

/** Sections 2, 4 and 5: the status of a file. */

const students = visitors()
const provider = await oneProvider()

const correct = 'Cliquez-ici pour mettre à jour vos documents'
const { matricule } = student

async function atStatus() {
  const visit = await students.open('phone', provider.url)
  await visit.page.goto('/status')
  await field(visit.page, 'annee').waitFor()
  return visit
}

const asked = () => provider.journal.filter(({ call }) => /^etudiant\/enrolement\/statut/.test(call))

describe('a student who asks for the status of a file', () => {
  test('chooses a year, and gives a phone number or a matricule, never both', async () => {
    const { page } = await atStatus()
    expect(await page.locator('main').textContent()).toMatch(/année du baccalauréat.*soit.*téléphone.*soit.*matricule/)
    const separator = page.locator('main').getByText('OU', { exact: true })
    await separator.waitFor()
    await fill(page, { phone: '7' })
    await expect.poll(() => field(page, 'matricule').count()).toBe(0)
    expect(await separator.count()).toBe(0)
    await fill(page, { phone: '' })
    await separator.waitFor()
    await fill(page, { matricule: 'M' })
    await expect.poll(() => field(page, 'phone').count()).toBe(0)
    expect(await separator.count()).toBe(0)
  })

  test('sees that the years are loading, then the three choices of the server', async () => {
    const { hold, open } = gate()
    provider.script('etudiant/statut/liste/annee', { hold })
    const { page } = await atStatus()
    const options = field(page, 'annee').locator('option')
    expect(await options.allTextContents()).toEqual(['Chargement…'])
    open()
    const years = ["Choisissez l'année du Bac", '2021 ou plus', '2019-2020', 'Années antérieures']
    await expect.poll(() => options.allTextContents()).toEqual(years)
    expect(await field(page, 'annee').inputValue()).toBe('')
  })

  test('still has the three choices when the server has no list of years', async () => {
    provider.script('etudiant/statut/liste/annee', { status: 404 })
    const { page, witness } = await atStatus()
    witness.allow(/status of 404/)
    await fill(page, { annee: '1920' })
    expect(await field(page, 'annee').locator('option').count()).toBe(4)
  })

  test('cannot press Vérifier before a year is chosen', async () => {
    const { page } = await atStatus()
    await fill(page, { phone })
    await expectDisabled(page, 'Vérifier')
    await fill(page, { annee: '2021' })
    await expectDisabled(page, 'Vérifier', false)
    await fill(page, { annee: '' })
    await expectDisabled(page, 'Vérifier')
  })

  test('and takes the year back is told that it must be chosen', async () => {
    const { page } = await atStatus()
    await expectNoFault(page, 'annee')
    await fill(page, { annee: '2021' })
    await expectNoFault(page, 'annee')
    await fill(page, { annee: '' })
    await expectFault(page, 'annee', required)
    await fill(page, { annee: '1920' })
    await expectNoFault(page, 'annee')
  })

  test.each([
    [-1, 'danger'],
    [0, 'danger'],
    [1, 'warning'],
    [2, 'success'],
    [3, 'danger'],
  ])('is answered code %i in the alert of tone %s', async (status, tone) => {
    provider.memory.files.set(phone, { status, msg: `Réponse ${status}.` })
    const { page } = await atStatus()
    await fill(page, { annee: '2021', phone })
    await press(page, 'Vérifier')
    await expectAlert(page, tone, `Réponse ${status}.`)
    expect(await page.getByRole('link', { name: correct }).count()).toBe(status === 0 ? 1 : 0)
  })

  test.each([
    ['phone', phone],
    ['matricule', matricule],
  ])('whose file is to be corrected is led there by the %s', async (name, value) => {
    const flags = { actNaissV: '2', pieceIdV: '0', simCardV: '2', attestBacV: '2', photoBusteV: '2' }
    provider.memory.files.set(value, { status: 0, msg: 'Pièce illisible.', matricule, ...flags })
    const { page } = await atStatus()
    await fill(page, { annee: '2021', [name]: value })
    await press(page, 'Vérifier')
    await page.getByRole('link', { name: correct }).click()
    await page.waitForURL(`**/reclamation/${value}`)
    await field(page, 'carteid').waitFor({ state: 'attached' })
  })

  test.each([
    ['1920', otherSites.VITE_SITE_2019_2020],
    ['anciens', otherSites.VITE_SITE_OLDER],
  ])('of the years %s is told on which site such a file is corrected, too', async (annee, site) => {
    provider.dist = builds.reduced.dir
    provider.memory.files.set(matricule, { status: 0, msg: 'Pièce illisible.', matricule })
    const { page } = await atStatus()
    await fill(page, { annee, matricule })
    await press(page, 'Vérifier')
    await page.getByRole('link', { name: correct }).waitFor()
    const there = page.locator('[data-tone="danger"] a[href^="https:"]')
    expect(await there.evaluateAll(all => all.map(one => one.getAttribute('href')))).toEqual([site])
    await page.getByText('Vérifier un autre dossier').click()
    await fill(page, { annee: '2021', matricule })
    await press(page, 'Vérifier')
    await page.getByRole('link', { name: correct }).waitFor()
    expect(await there.count()).toBe(0)
  })

  test('of an older year for which no site is known is sent to the contacts', async () => {
    provider.memory.files.set(matricule, { status: 0, msg: 'Pièce illisible.', matricule })
    const { page } = await atStatus()
    await fill(page, { annee: 'anciens', matricule })
    await press(page, 'Vérifier')
    await page.locator('[data-tone="danger"]', { hasText: "contactez l'assistance" }).waitFor()
  })

  test.each([
    ['2021', '/2021/v1/etudiant/enrolement/statut'],
    ['1920', '/1920/v3/etudiant/enrolement/statut'],
    ['anciens', '/anciens/v4/etudiant/enrolement/statut'],
  ])('of the years %s is looked for where those years are kept', async (annee, path) => {
    const { page } = await atStatus()
    await fill(page, { annee, matricule })
    await press(page, 'Vérifier')
    await expectAlert(page, 'danger', 'Aucun dossier')
    await fill(page, { matricule: '' })
    await fill(page, { phone })
    await press(page, 'Vérifier')
    await expectAlert(page, 'danger', 'Aucun dossier')
    expect(asked().map(entry => [entry.path, entry.body])).toEqual([
      [path, { matricule }],
      [`${path}/phone`, { phone }],
    ])
  })

  test('is told what is wrong with the number or the matricule, in red, and nothing is asked', async () => {
    const { page } = await atStatus()
    const format = 'Le format est invalide.'
    await fill(page, { annee: '2021' })
    await press(page, 'Vérifier')
    await expectAlert(page, 'danger', "Renseigner l'un des deux champs svp!!!")
    for (const [name, mistakes, good] of [
      ['phone', ['7654321', '765432100', '7654321a'], [phone]],
      ['matricule', ['MA2025TR00', 'MA2025TR00123', 'MA2025/R001'], [matricule, `${matricule}2`]],
    ] as const) {
      for (const typed of mistakes) {
        await fill(page, { [name]: typed })
        await expectFault(page, name, format)
        await press(page, 'Vérifier')
        await expectAlert(page, 'danger', format)
        expect(await field(page, name).inputValue()).toBe(typed)
      }
      for (const typed of good) {
        await fill(page, { [name]: typed })
        await expectNoFault(page, name)
      }
      await fill(page, { [name]: '' })
    }
    await roundTrip(page)
    expect(asked()).toEqual([])
  })

  test('is told when the call fails, and no older answer stays beside it', async () => {
    provider.memory.files.set(phone, { status: 2, msg: 'Dossier validé.' })
    const { page, witness } = await atStatus()
    witness.allow(/status of 500/)
    await fill(page, { annee: '2021', phone })
    await press(page, 'Vérifier')
    await expectAlert(page, 'success', 'Dossier validé.')
    provider.script('etudiant/enrolement/statut/phone', { status: 500 })
    await page.getByText('Vérifier un autre dossier').click()
    await fill(page, { phone })
    await press(page, 'Vérifier')
    await expectAlert(page, 'danger', 'Le serveur est momentanément en panne (erreur 500).')
    expect(await page.getByText('Dossier validé.').count()).toBe(0)
    await expectDisabled(page, 'Vérifier', false)
    await button(page, 'Vérifier').waitFor()
  })
})
