import type { Page } from 'playwright-core'
import {
  completeAnswers,
  dialog,
  documentState,
  enrolToDocuments,
  field,
  fill,
  giveDocument,
  press,
} from '../e2e/setup/hands.ts'
import { atHome, comeTo, tapTo } from '../e2e/setup/ways.ts'
import { documentPhotos } from '../photos/photographs.ts'
import { type Scene, settled } from './scene.ts'

const photos = await documentPhotos()
const secret = '48021573'

async function share(page: Page): Promise<void> {
  await atHome(page)
  await page.getByText('Données sur cet appareil').click()
  await field(page, 'appareil-partage').click()
  await page.locator('[name="appareil-partage"]:checked').waitFor()
}

export const deviceScenes: readonly Scene[] = [
  {
    name: 'device-shared',
    play: async ({ page, provider, shot }) => {
      await share(page)
      await shot('device-panel-shared')
      await tapTo(page, '/register')
      await press(page, 'Commencer un nouveau dossier')
      await field(page, 'code-choisi').fill('123456')
      await press(page, 'Protéger et commencer')
      await shot('device-code')
      await field(page, 'code-choisi').fill(secret)
      await field(page, 'code-repete').fill(secret)
      await press(page, 'Protéger et commencer')
      await enrolToDocuments(page)
      provider.script('etudiant/files/upload', { hang: true })
      await giveDocument(page, 'attest', photos.attest)
      await documentState(page, 'attest', 'sending')
      await settled(page)
      await shot('device-open')
      await press(page, 'Terminer et effacer')
      await dialog(page).waitFor()
      await shot('device-finish')
      await press(page, 'Annuler')
      await press(page, 'Verrouiller')
      await page.getByRole('button', { name: /^A\. T\./ }).waitFor()
      await shot('device-door')
      await page.getByRole('button', { name: /^A\. T\./ }).click()
      for (let attempt = 0; attempt < 3; attempt++) {
        await field(page, 'code-dossier').fill('999999')
        await press(page, 'Ouvrir')
        await page.getByText(`Il reste ${9 - attempt} essais`).waitFor()
      }
      await shot('device-wrong-codes')
      await page.getByRole('link', { name: 'Aide aux étudiants, accueil' }).click()
      await page.getByRole('button', { name: 'Dossiers', exact: true }).click()
      await page.getByRole('button', { name: /^A\. T\./ }).waitFor()
      await shot('device-home')
    },
  },
  {
    name: 'device-own',
    play: async ({ page, shot }) => {
      await comeTo(page, '/register')
      await fill(page, { ...completeAnswers, numPlace: '' })
      await page.getByText('Données sur cet appareil').click()
      await field(page, 'appareil-partage').waitFor()
      await shot('device-panel-own')
      await press(page, 'Effacer mes données de cet appareil')
      await shot('device-erase')
      await press(page, 'Annuler')
      await share(page)
      await page.getByText('Dossiers encore sans code').waitFor()
      await shot('device-plain')
    },
  },
]
