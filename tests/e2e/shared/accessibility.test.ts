import { test } from 'vitest'
import { installed } from '../setup/device.ts'
import { completeAnswers, dialog, fill, press } from '../setup/hands.ts'
import { expectUsableInBothLights } from '../setup/looks.ts'
import { oneProvider } from '../setup/network.ts'
import { visitors } from '../setup/students.ts'
import { choose, enterSecret, lock, onDisk, share, toEncryptedDocuments } from './tablet.ts'

const visits = visitors()
const provider = await oneProvider()

test('no screen of a shared device shuts a student out, in either colour scheme', async () => {
  const { page } = await visits.at(provider.url, '/register')
  await installed(page)
  await fill(page, { ...completeAnswers, numPlace: '' })
  await page.getByText('Données sur cet appareil').click()
  await press(page, 'Effacer mes données de cet appareil')
  await page.getByRole('heading', { name: 'Effacer mes données ?' }).waitFor()
  await expectUsableInBothLights(page, 'the question before everything is erased')
  await share(page)
  await page.getByText('Dossiers encore sans code').waitFor()
  await expectUsableInBothLights(page, 'the switch, with a dossier that has no code')
  await page.getByRole('button', { name: 'Effacer', exact: true }).click()
  await press(page, 'Effacer ce dossier')
  // The dialog that closes goes back in the history.
  await page.getByText('Dossiers encore sans code').waitFor({ state: 'hidden' })
  await page.goto('/register')
  await press(page, 'Commencer un nouveau dossier')
  await press(page, 'Protéger et commencer')
  await expectUsableInBothLights(page, 'the choice of a code')
  await toEncryptedDocuments(page)
  await onDisk(page, 'A. T.')
  await press(page, 'Terminer et effacer')
  await dialog(page).waitFor()
  await expectUsableInBothLights(page, 'the question at the end')
  await press(page, 'Annuler')
  await lock(page)
  await expectUsableInBothLights(page, 'the door')
  await choose(page, 'A. T.')
  await enterSecret(page, '999999')
  await page.getByText('Il reste 9 essais').waitFor()
  await expectUsableInBothLights(page, 'a wrong code')
})
