import { describe, expect, test } from 'vitest'
import { student } from '../setup/answers.ts'
import { builds, otherSites } from '../setup/builds.ts'
import { field, fill, phone, press } from '../setup/hands.ts'
import { expectAlert, expectDisabled, expectFault, expectNoFault, required, roundTrip } from '../setup/looks.ts'
import { gate, oneProvider } from '../setup/network.ts'
import { visitors } from '../setup/students.ts'

/** Sections 2, 4 and 5: the way to the status of a file. Its rules and words: unit/status. */

const students = visitors()
const provider = await oneProvider()

const correct = 'Cliquez-ici pour mettre à jour vos documents'
const { matricule } = student

async function atStatus() {
  const visit = await students.at(provider.url, '/status')
  await field(visit.page, 'annee').waitFor()
  return visit
}

const asked = () => provider.journal.filter(({ call }) => /^etudiant\/enrolement\/statut/.test(call))

describe('a student who asks for the status of a file', () => {
  test('chooses a year, which must be there, and gives a phone number or a matricule, never both', async () => {
    const { page } = await atStatus()
    expect(await page.locator('main').textContent()).toMatch(/année du baccalauréat.*soit.*téléphone.*soit.*matricule/)
    const separator = page.locator('main').getByText('OU', { exact: true })
    await separator.waitFor()
    await fill(page, { matricule: 'M' })
    await expect.poll(() => field(page, 'phone').count()).toBe(0)
    expect(await separator.count()).toBe(0)
    await fill(page, { matricule: '' })
    await separator.waitFor()
    await fill(page, { phone })
    await expect.poll(() => field(page, 'matricule').count()).toBe(0)
    expect(await separator.count()).toBe(0)
    await expectNoFault(page, 'annee')
    await expectDisabled(page, 'Vérifier')
    await fill(page, { annee: '2021' })
    await expectDisabled(page, 'Vérifier', false)
    await fill(page, { annee: '' })
    await expectFault(page, 'annee', required)
    await expectDisabled(page, 'Vérifier')
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

  test('whose file is to be corrected reads so in red and is led there', async () => {
    const flags = { actNaissV: '2', pieceIdV: '0', simCardV: '2', attestBacV: '2', photoBusteV: '2' }
    provider.memory.files.set(phone, { status: 0, msg: 'Pièce illisible.', matricule, ...flags })
    const { page } = await atStatus()
    await fill(page, { annee: '2021', phone })
    await press(page, 'Vérifier')
    await expectAlert(page, 'danger', 'Pièce illisible.')
    await page.getByRole('link', { name: correct }).click()
    await page.waitForURL(`**/reclamation/${phone}`)
    await field(page, 'carteid').waitFor({ state: 'attached' })
  })

  test('of older years is told on which site such a file is corrected, too', async () => {
    provider.dist = builds.reduced.dir
    provider.memory.files.set(matricule, { status: 0, msg: 'Pièce illisible.', matricule })
    const { page } = await atStatus()
    const there = page.locator('[data-tone="danger"] a[href^="https:"]')
    for (const [annee, sites] of [
      ['1920', [otherSites.VITE_SITE_2019_2020]],
      ['anciens', [otherSites.VITE_SITE_OLDER]],
      ['2021', []],
    ] as const) {
      await fill(page, { annee, matricule })
      await press(page, 'Vérifier')
      const link = page.getByRole('link', { name: correct })
      await link.waitFor()
      expect(await link.getAttribute('href')).toBe(`/reclamation/${matricule}`)
      expect(await there.evaluateAll(all => all.map(one => one.getAttribute('href')))).toEqual(sites)
      await page.getByText('Vérifier un autre dossier').click()
    }
  })

  test('of an older year is looked for where it is kept, and sent to the contacts where no site is known', async () => {
    const file = { status: 0, msg: 'Pièce illisible.', matricule }
    provider.memory.files.set(matricule, file).set(phone, file)
    const { page } = await atStatus()
    for (const by of [{ matricule }, { phone }]) {
      await fill(page, { annee: 'anciens', ...by })
      await press(page, 'Vérifier')
      await page.locator('[data-tone="danger"]', { hasText: "contactez l'assistance" }).waitFor()
      await page.getByText('Vérifier un autre dossier').click()
    }
    const path = '/anciens/v4/etudiant/enrolement/statut'
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
    for (const [name, typed, good] of [
      ['phone', '7654321', phone],
      ['matricule', 'MA2025/R001', `${matricule}2`],
    ] as const) {
      await fill(page, { [name]: typed })
      await expectFault(page, name, format)
      await press(page, 'Vérifier')
      await expectAlert(page, 'danger', format)
      expect(await field(page, name).inputValue()).toBe(typed)
      await fill(page, { [name]: good })
      await expectNoFault(page, name)
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
  })
})
