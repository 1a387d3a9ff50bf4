import { readFileSync } from 'node:fs'
import { everyPart } from '../e2e/setup/device.ts'
import { documentState, enrolToDocuments, field, giveDocument, press } from '../e2e/setup/hands.ts'
import { confirmArrival, handCode, openWith } from '../e2e/setup/moving.ts'
import { atHome, comeTo, tapHome, tapTo } from '../e2e/setup/ways.ts'
import { documentPhotos } from '../photos/photographs.ts'
import { type Scene, settled } from './scene.ts'

const photos = await documentPhotos()

export const movingScenes: readonly Scene[] = [
  {
    name: 'moving',
    play: async ({ page, shot }) => {
      await atHome(page)
      await tapTo(page, '/transfert')
      await settled(page)
      await shot('moving-nothing')
      await comeTo(page, '/register')
      await enrolToDocuments(page)
      await tapHome(page)
      await tapTo(page, '/transfert')
      await press(page, 'Envoyer ce dossier')
      await shot('moving-code')
      await field(page, 'code-choisi').fill(handCode)
      await field(page, 'code-repete').fill(handCode)
      await press(page, 'Préparer la remise')
      await press(page, 'Montrer un code QR')
      await page.locator('canvas[width]').waitFor()
      await shot('moving-qr')
      await press(page, 'Reprendre ici')
      await shot('moving-back')
      await press(page, 'Je confirme')
      await tapHome(page)
      await tapTo(page, '/register')
      await giveDocument(page, 'carteid', photos.carteid)
      await documentState(page, 'carteid', 'sent')
      await settled(page)
      await everyPart(page)
      await page.context().setOffline(true)
      await giveDocument(page, 'attest', photos.attest)
      await documentState(page, 'attest', 'queued')
      await tapHome(page)
      await tapTo(page, '/transfert')
      await page.getByText('Aminata TRAORÉ').waitFor()
      await shot('moving-own')
      await press(page, 'Envoyer ce dossier')
      await field(page, 'code-choisi').fill(handCode)
      await field(page, 'code-repete').fill(handCode)
      await press(page, 'Préparer la remise')
      await page.getByRole('link', { name: 'Enregistrer le fichier' }).waitFor()
      await shot('moving-transferred')
      const coming = page.waitForEvent('download')
      await page.getByRole('link', { name: 'Enregistrer le fichier' }).click()
      const file = readFileSync(await (await coming).path())
      await confirmArrival(page, 'AAA AAA')
      await page.getByText("Ce n'est pas le code d'arrivée").waitFor()
      await shot('moving-wrong-proof')
      await page.context().setOffline(false)
      await tapHome(page)
      await page.getByText('Votre dossier est remis').waitFor()
      await shot('moving-home')
      await page.evaluate(
        () =>
          new Promise(done => {
            indexedDB.deleteDatabase('portail').onsuccess = done
          }),
      )
      await page.goto('/transfert')
      await field(page, 'dossier').setInputFiles({ name: 'dossier', mimeType: '', buffer: Buffer.from('no') })
      await page.getByRole('alert').waitFor()
      await shot('moving-foreign')
      await field(page, 'dossier').setInputFiles({ name: 'dossier', mimeType: '', buffer: file })
      await openWith(page, 'mangue75')
      await page.getByText("Ce code n'ouvre pas ce dossier.").waitFor()
      await shot('moving-wrong-code')
      await openWith(page)
      await page.getByText('Aminata TRAORÉ').waitFor()
      await shot('moving-offered')
      await press(page, 'Garder sur cet appareil')
      await page.getByRole('heading', { name: 'Dossier reçu' }).waitFor()
      await shot('moving-taken')
    },
  },
]
