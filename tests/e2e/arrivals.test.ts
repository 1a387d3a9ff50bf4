import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { documentTypes } from '../../src/spec/documents.ts'
import { smallPhoto } from '../photos/photographs.ts'
import { code, student } from './setup/answers.ts'
import {
  completeAnswers,
  confirm,
  dialog,
  enterCode,
  field,
  fill,
  giveDocument,
  phone,
  press,
  receiptAnswers,
} from './setup/hands.ts'
import { oneProvider } from './setup/network.ts'
import { expectArrived, expectAt, expectSaid, whyUnseen } from './setup/place.ts'
import { visitors } from './setup/students.ts'
import { atHome, tapHome, tapTo } from './setup/ways.ts'

/**
 * After each change of the page: where it stands, what has the focus, what the title says, what is announced. Before each
 * the page is at its bottom, so that coming to the top can be told from having been there.
 */

const visits = visitors()
const provider = await oneProvider()

async function open() {
  const { page } = await visits.open('phone', provider.url)
  await atHome(page)
  return page
}

const toBottom = (page: Page) =>
  page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))

const focusIsSeen = (page: Page, after: string) => expect.poll(() => whyUnseen(page), { message: after }).toBe('')

const home = async (page: Page) => {
  await toBottom(page)
  await tapHome(page)
  await expectArrived(page, 'Inscription des bacheliers')
}

test('a student who enrols is never left in the dark', async () => {
  const page = await open()
  await toBottom(page)
  await tapTo(page, '/register')
  await expectArrived(page, 'Informations personnelles')

  await fill(page, { ...completeAnswers, numPlace: '99999' })
  await field(page, 'ae').blur()
  await expectSaid(page, 'Aucun bachelier ne correspond')
  await expect.poll(() => page.title()).toMatch(/^Erreur : /)
  await fill(page, { numPlace: student.numPlace })
  await field(page, 'numPlace').blur()
  await dialog(page).waitFor()
  await expectAt(dialog(page).getByRole('heading'))
  await confirm(page)
  await focusIsSeen(page, 'the person is confirmed')
  await expect.poll(() => page.title()).not.toMatch(/^Erreur/)

  await field(page, 'attestation').check()
  const next = page.getByRole('button', { name: 'Continuer', exact: true })
  for (const leave of ['Annuler', 'Fermer', 'Escape']) {
    await next.click()
    await dialog(page).waitFor()
    await expectAt(dialog(page).getByRole('heading'))
    if (leave === 'Escape') await page.keyboard.press('Escape')
    else await dialog(page).getByRole('button', { name: leave }).click()
    await dialog(page).waitFor({ state: 'detached' })
    await expectAt(next)
  }

  provider.script('etudiant/enrolement/add', { reply: { status: 0, msg: 'Numéro déjà utilisé.' }, times: 1 })
  await next.click()
  await confirm(page)
  await expectSaid(page, 'Numéro déjà utilisé.')
  await focusIsSeen(page, 'a refused save')
  await expect.poll(() => page.title()).toMatch(/^Erreur : /)

  await next.click()
  await confirm(page)
  await expectArrived(page, 'Confirmation du numéro de téléphone')
  await enterCode(page, '0000')
  await expectSaid(page, 'Code incorrect.')
  await expectAt(field(page, 'otp'))
  await expect.poll(() => page.title()).toMatch(/^Erreur : /)
  const selected = (input: HTMLInputElement) => [input.selectionStart, input.selectionEnd]
  expect(await page.locator('input[name="otp"]').evaluate(selected)).toEqual([0, 4])
  await toBottom(page)
  await enterCode(page, code)
  await expectArrived(page, 'Documents à envoyer')

  for (const type of documentTypes) {
    await toBottom(page)
    await giveDocument(page, type, await smallPhoto(`arrivée ${type}`))
    if (type !== documentTypes.at(-1)) await focusIsSeen(page, `${type} is given`)
  }
  await page.getByRole('heading', { name: 'Pré-inscription effectuée' }).waitFor({ timeout: 60_000 })
  await expectArrived(page, 'Pré-inscription effectuée')
  await toBottom(page)
  await page.locator('main a[href="/status"]').first().click()
  await expectArrived(page, 'État de mon dossier')
})

test('a student who asks about a file reads the answer, and is led to what is to be done', async () => {
  const flags = { actNaissV: '2', pieceIdV: '0', simCardV: '2', attestBacV: '2', photoBusteV: '2' }
  const reply = { status: 0, msg: 'Votre dossier est incomplet.', matricule: student.matricule, ...flags }
  for (const key of [phone, student.matricule]) provider.memory.files.set(key, reply)
  const page = await open()
  await tapTo(page, '/status')
  await expectArrived(page, 'État de mon dossier')
  await fill(page, { annee: '2021', phone })
  await toBottom(page)
  await press(page, 'Vérifier')
  await expectSaid(page, 'Votre dossier est incomplet.')
  await focusIsSeen(page, 'a status')
  await page.getByRole('link', { name: 'mettre à jour vos documents' }).click()
  await expectArrived(page, 'Mise à jour de mes documents')
  await giveDocument(page, 'carteid', await smallPhoto('arrivée'))
  await focusIsSeen(page, 'a document is given again')
  provider.script('etudiant/enrolement/globalevalid', { reply: { status: 0, msg: 'Réessayez demain.' }, times: 1 })
  await toBottom(page)
  await press(page, 'Mettre à jour')
  await page.getByText('Réessayez demain.').first().waitFor()
  await focusIsSeen(page, 'a refused update')
  await toBottom(page)
  await press(page, 'Mettre à jour')
  await expectArrived(page, 'Mise à jour effectuée')
  await home(page)
})

test('a student who wants a receipt reads that there is none yet, and that it has come', async () => {
  const page = await open()
  await tapTo(page, '/recepisse')
  await expectArrived(page, 'Récépissé')
  await fill(page, { ...receiptAnswers, otp: '0000' })
  await toBottom(page)
  await press(page, 'Téléchargez votre récépissé')
  await expectSaid(page, 'Code incorrect.')
  await focusIsSeen(page, 'a receipt that was refused')
  await expect.poll(() => page.title()).toMatch(/^Erreur : /)
  await fill(page, { otp: code })
  await toBottom(page)
  await Promise.all([page.waitForEvent('download'), press(page, 'Téléchargez votre récépissé')])
  await expectSaid(page, 'Le téléchargement de votre récépissé a commencé.')
  await focusIsSeen(page, 'a receipt that was downloaded')
  await home(page)
})
