import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { documentTypes } from '../../src/spec/documents.ts'
import { everyPart } from '../bench/speed/watch.ts'
import { bamako } from '../e2e/setup/answers.ts'
import { dialog, documentState, enrolToDocuments, field, giveDocument, press } from '../e2e/setup/hands.ts'
import { confirmArrival, handCode, openWith } from '../e2e/setup/moving.ts'
import type { Walk } from '../e2e/setup/screens.ts'
import { comeTo, tapHome, tapTo } from '../e2e/setup/ways.ts'
import { documentPhotos } from '../photos/photographs.ts'

const photos = await documentPhotos()
const day = 24 * 3_600_000

/** Nothing asked for is still on its way. */
const settled = (page: Page) => page.waitForLoadState('networkidle')

/** A screen as it is opened by its address, in the view of another app where one is named. */
const still = (name: string, path: string, before?: Walk['before'], userAgent?: string): Walk => ({
  name,
  before,
  play: async ({ page, look }) => {
    const asApp = (agent: string) => Object.defineProperty(navigator, 'userAgent', { value: agent })
    if (userAgent) await page.addInitScript(asApp, userAgent)
    await page.goto(path, { waitUntil: 'commit' })
    await page.locator('h1').first().waitFor()
    await page.waitForTimeout(3_000)
    await look(path)
  },
})

const chrono =
  (statut: number, inMilliseconds: number): Walk['before'] =>
  ({ memory }) => {
    memory.chrono = { statut, resultat: { message: 'fermé', dateHeure: bamako(inMilliseconds) } }
  }

const secret = '48021573'
const typeTwice = async (page: Page, code: string) => {
  for (const name of ['code-choisi', 'code-repete']) await field(page, name).fill(code)
}
const send = async (page: Page) => {
  await press(page, 'Envoyer ce dossier')
  await typeTwice(page, handCode)
  await press(page, 'Préparer la remise')
}

/** What no walk of the journeys comes by, since its look is all that could be wrong. */
export const scenes: readonly Walk[] = [
  still('home, not answered yet', '/home', provider => provider.script(/etudiant/, { hang: true })),
  still('home, with an error', '/home', provider => provider.script(/chrono/, { status: 500 })),
  still('home, closed for long', '/home', chrono(0, -40 * day)),
  still('the wizard, closed', '/register', chrono(0, day)),
  still('lists that fail', '/register', provider => provider.script(/etudiant\/(liste|pieces)\//, { status: 500 })),
  still('nothing to correct', '/reclamation/12345678'),
  still('in an app, Android', '/register', undefined, 'Android 14; SM-A065M Build/UP1A.231005.007; wv) WA4A/2.26'),
  still(
    'in an app, iPhone',
    '/home',
    undefined,
    'iPhone; CPU iPhone OS 26_0_1 like Mac OS X) Safari/604.1 [WAiOS/2.25]',
  ),
  {
    name: 'documents prepared ahead',
    before: chrono(0, -day),
    play: async ({ page, look }) => {
      await comeTo(page, '/preparer')
      await page.locator('[data-document]').first().waitFor()
      await look('none')
      for (const document of documentTypes) await giveDocument(page, document, photos[document])
      await page.getByText('5 documents sur 5 sont prêts').waitFor()
      await look('all')
      await tapHome(page)
      await look('at home')
    },
  },
  {
    name: 'without a network',
    play: async ({ page, provider, look }) => {
      await settled(page)
      await everyPart(page)
      await provider.stop()
      await tapTo(page, '/status')
      await look('the status form')
    },
  },
  {
    name: 'a shared tablet',
    play: async ({ page, provider, look }) => {
      const row = page.getByRole('button', { name: /^A\. T\./ })
      await page.getByText('Données sur cet appareil').click()
      await look('what lies on the device')
      await field(page, 'appareil-partage').click()
      await page.locator('[name="appareil-partage"]:checked').waitFor()
      await look('shared')
      await tapTo(page, '/register')
      await press(page, 'Commencer un nouveau dossier')
      await field(page, 'code-choisi').fill('123456')
      await press(page, 'Protéger et commencer')
      await look('a code that is refused')
      await typeTwice(page, secret)
      await press(page, 'Protéger et commencer')
      await enrolToDocuments(page)
      provider.script('etudiant/files/upload', { hang: true })
      await giveDocument(page, 'attest', photos.attest)
      await documentState(page, 'attest', 'sending')
      await press(page, 'Terminer et effacer')
      await dialog(page).waitFor()
      await look('before erasing')
      await press(page, 'Annuler')
      await press(page, 'Verrouiller')
      await row.click()
      await field(page, 'code-dossier').fill('999999')
      await press(page, 'Ouvrir')
      await page.getByText('Il reste 9 essais').waitFor()
      await look('a wrong code')
      await tapHome(page)
      await page.getByRole('button', { name: 'Dossiers', exact: true }).click()
      await row.waitFor()
      await look('its dossiers')
    },
  },
  {
    name: 'a dossier moves',
    play: async ({ page, look }) => {
      await tapTo(page, '/transfert')
      await settled(page)
      await look('nothing to send')
      await comeTo(page, '/register')
      await enrolToDocuments(page)
      await settled(page)
      await everyPart(page)
      await page.context().setOffline(true)
      await giveDocument(page, 'attest', photos.attest)
      await documentState(page, 'attest', 'queued')
      await tapHome(page)
      await tapTo(page, '/transfert')
      await page.getByText('Aminata TRAORÉ').waitFor()
      await look('the dossier')
      await send(page)
      await page.getByRole('link', { name: 'Enregistrer le fichier' }).waitFor()
      await look('its file')
      const coming = page.waitForEvent('download')
      await page.getByRole('link', { name: 'Enregistrer le fichier' }).click()
      const buffer = readFileSync(await (await coming).path())
      await confirmArrival(page, 'AAA AAA')
      await page.getByText("Ce n'est pas le code d'arrivée").waitFor()
      await look('a wrong code of arrival')
      await page.context().setOffline(false)
      const erased = () =>
        new Promise(done => {
          indexedDB.deleteDatabase('portail').onsuccess = done
        })
      await page.evaluate(erased)
      await page.goto('/transfert')
      const give = (buffer: Buffer) => field(page, 'dossier').setInputFiles({ name: 'dossier', mimeType: '', buffer })
      await give(Buffer.from('no'))
      await page.getByRole('alert').waitFor()
      await look('another file')
      await give(buffer)
      await openWith(page, 'mangue75')
      await page.getByText("Ce code n'ouvre pas ce dossier.").waitFor()
      await look('a wrong code')
      await openWith(page)
      await page.getByText('Aminata TRAORÉ').waitFor()
      await look('what it would bring')
      await press(page, 'Garder sur cet appareil')
      await page.getByRole('heading', { name: 'Dossier reçu' }).waitFor()
      await look('arrived')
    },
  },
]
