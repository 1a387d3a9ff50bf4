import { expect, test } from 'vitest'
import { smallPhoto } from '../../photos/photographs.ts'
import { dialog, enrolToDocuments, field, fill, press, sendDocument } from '../setup/hands.ts'
import { oneProvider } from '../setup/network.ts'
import { expectAt, heading } from '../setup/place.ts'
import { visitors } from '../setup/students.ts'
import { tapTo } from '../setup/ways.ts'
import { begin, choose, chooseSecret, enterSecret, lockButton, onDisk, secret, share } from './tablet.ts'

/** Whatever changes on a shared tablet, the next student sees where they are, and a screen reader says it. */

const students = visitors()
const provider = await oneProvider()

async function atDocuments() {
  const { page } = await students.open('phone', provider.url)
  await share(page)
  await tapTo(page, '/register')
  await begin(page)
  await enrolToDocuments(page)
  await onDisk(page, 'A. T.')
  return page
}

test('the switch keeps the focus, and stays in sight', async () => {
  const { page } = await students.open('phone', provider.url)
  await share(page)
  await expectAt(field(page, 'appareil-partage'))
})

test('an unlock screen leads to its heading, a fault to its field', async () => {
  const { page } = await students.open('phone', provider.url)
  await share(page)
  await tapTo(page, '/register')
  await expectAt(heading(page, 'Dossiers protégés'), 'Dossiers protégés')
  await press(page, 'Commencer un nouveau dossier')
  await expectAt(heading(page, 'Choisissez un code pour votre dossier'))
  await chooseSecret(page, '123456')
  await press(page, 'Protéger et commencer')
  await expectAt(field(page, 'code-choisi'), 'Erreur : Choisissez un code pour votre dossier')
  await chooseSecret(page, secret, '48021574')
  await press(page, 'Protéger et commencer')
  await expectAt(field(page, 'code-repete'))
  // Letters are allowed, and so is their keyboard.
  expect(await field(page, 'code-choisi').getAttribute('inputmode')).toBe('text')
  await chooseSecret(page)
  await press(page, 'Protéger et commencer')
  await lockButton(page).waitFor()
  await expectAt(page.getByRole('heading', { level: 1 }))
})

test('who locks stands at the unlock screen; a wrong code is there to be typed over; the right one leads in', async () => {
  const page = await atDocuments()
  await sendDocument(page, 'attest', await smallPhoto('attest'))
  await lockButton(page).click()
  await expectAt(heading(page, 'Dossiers protégés'), 'Dossiers protégés')
  await page.getByRole('button', { name: /^A\. T\. enregistré .*1 photo sur 5$/ }).waitFor()
  await choose(page, 'A. T.')
  await expectAt(heading(page, 'Ouvrir le dossier de A. T.'), 'Ouvrir le dossier de A. T.')

  await press(page, 'Ouvrir')
  await expectAt(field(page, 'code-dossier'), 'Erreur : Ouvrir le dossier de A. T.')
  await enterSecret(page, '999999')
  await page.getByRole('alert').getByText('Il reste 9 essais').waitFor()
  await expectAt(field(page, 'code-dossier'), 'Erreur : Ouvrir le dossier de A. T.')
  const selected = (input: HTMLInputElement) => [input.selectionStart, input.selectionEnd]
  expect(await field(page, 'code-dossier').evaluate(selected)).toEqual([0, 6])
  for (const left of [8, 7]) {
    await enterSecret(page, '999998')
    await page.getByRole('alert').getByText(`Il reste ${left} essais`).waitFor()
  }
  // The field is closed for half a minute: why is what is read.
  await expectAt(page.getByRole('alert'))
})

test('a question before something is erased is a sheet, whose way back leads back, and whose end leads home', async () => {
  const page = await atDocuments()
  const finish = page.getByRole('button', { name: 'Terminer et effacer' })
  await finish.click()
  await expectAt(heading(page, 'Effacer ce dossier ?'))
  // What destroys stands last, and never where a second tap on the same place would be.
  expect(await dialog(page).getByRole('button').allInnerTexts()).toEqual(['', 'Annuler', 'Effacer ce dossier'])
  for (const leave of ['Annuler', 'Fermer']) {
    await press(page, leave)
    await expectAt(finish)
    await finish.click()
  }
  await expectAt(heading(page, 'Effacer ce dossier ?'))
  await page.keyboard.press('Escape')
  await expectAt(finish)
  await finish.click()
  await press(page, 'Effacer ce dossier')
  await lockButton(page).waitFor({ state: 'detached' })
  await page.waitForURL('**/home')
  await expectAt(page.getByRole('heading', { level: 1 }))
})

test('who erases everything on an own phone reads that it is done', async () => {
  const { page } = await students.at(provider.url, '/register')
  await fill(page, { anneeBac: '2025' })
  await page.getByText('Données sur cet appareil').click()
  await press(page, 'Effacer mes données de cet appareil')
  await expectAt(heading(page, 'Effacer mes données ?'))
  await press(page, 'Effacer')
  await expectAt(page.getByRole('status').filter({ hasText: 'Vos données ont été effacées de cet appareil.' }))
})
