import { documentTypes } from '../../src/spec/documents.ts'
import { bamako, type Chrono } from '../e2e/setup/answers.ts'
import { everyPart } from '../e2e/setup/device.ts'
import { giveDocument, sendDocument, toDocuments } from '../e2e/setup/hands.ts'
import type { OtherProvider } from '../e2e/setup/other-provider.ts'
import { documentPhotos } from '../photos/photographs.ts'
import { type Scene, settled, still } from './scene.ts'

const photos = await documentPhotos()
const day = 24 * 3600 * 1000
const chrono = (statut: number, inMilliseconds: number, message: string): Chrono => ({
  statut,
  resultat: { message, dateHeure: bamako(inMilliseconds) },
})
const answers = (value: Chrono) => (provider: OtherProvider) => {
  provider.memory.chrono = value
}

/** As the view of another app calls itself. */
const inApp = (name: string, path: string, userAgent: string): Scene => ({
  name,
  play: async stage => {
    await stage.page.addInitScript(agent => Object.defineProperty(navigator, 'userAgent', { value: agent }), userAgent)
    await still(name, path).play(stage)
  },
})

export const homeScenes: readonly Scene[] = [
  still('home-statut-0', '/home', answers(chrono(0, day, 'fermé'))),
  still('home-statut-1', '/home', answers(chrono(1, 12 * day, 'Les inscriptions se terminent dans'))),
  still('home-statut-2-past', '/home', answers(chrono(2, -day, 'ouvertes'))),
  still('home-statut-2-future', '/home', answers(chrono(2, 3 * day, 'Les inscriptions ouvrent dans'))),
  still('home-statut-other', '/home', answers(chrono(9, day, '?'))),
  {
    name: 'prepare',
    play: async ({ page, provider, shot }) => {
      answers(chrono(0, -day, 'fermé'))(provider)
      await page.goto('/home')
      await page.getByRole('link', { name: 'Préparer mes documents' }).first().click()
      await page.locator('[data-document]').first().waitFor()
      await settled(page)
      await shot('prepare-nothing')
      for (const document of documentTypes) await giveDocument(page, document, photos[document])
      await page.getByText('5 documents sur 5 sont prêts').waitFor()
      await shot('prepare-all')
      await page.goto('/home')
      await page.getByText('5 documents sur 5 sont prêts').waitFor()
      await shot('home-prepared')
    },
  },
  {
    name: 'home-call-error',
    play: async ({ page, provider, shot }) => {
      provider.script('etudiant/enrolement/chrono', { status: 500 })
      await page.goto('/home')
      // The portal asks again before it gives up: a quiet network is not yet an answer.
      await page.getByText('Les inscriptions sont fermées').first().waitFor()
      await shot('home-call-error')
    },
  },
  still('not-found', '/nulle-part'),
  { ...still('home-other-sites', '/home'), build: 'reduced' },
  {
    name: 'home-loading',
    play: async ({ page, provider, shot }) => {
      provider.script(/etudiant/, { hang: true })
      await page.goto('/home', { waitUntil: 'commit' })
      await page.locator('h1').first().waitFor()
      await shot('home-loading')
    },
  },
  {
    name: 'status-offline',
    play: async ({ page, provider, shot }) => {
      await page.goto('/home')
      await settled(page)
      await everyPart(page)
      await provider.stop()
      await page.locator('a[href="/status"]').first().click()
      await shot('status-offline')
    },
  },
  inApp('in-app-android', '/register', 'Android 14; SM-A065M Build/UP1A.231005.007; wv) WA4A/2.26.36.74'),
  inApp('in-app-apple', '/home', 'iPhone; CPU iPhone OS 26_0_1 like Mac OS X) Safari/604.1 [WAiOS/2.25.31]'),
  {
    name: 'home-begun',
    play: async ({ page, shot }) => {
      await toDocuments(page)
      for (const type of documentTypes.slice(0, 2)) await sendDocument(page, type, photos[type])
      const home = page.getByRole('link', { name: 'Aide aux étudiants, accueil' })
      await home.click()
      await page.getByText('votre inscription vous attend').waitFor()
      await shot('home-draft')
      await page.getByRole('link', { name: /^Continuer/ }).click()
      for (const type of documentTypes.slice(2)) await giveDocument(page, type, photos[type])
      await page.getByRole('heading', { name: 'Pré-inscription effectuée' }).waitFor()
      await home.click()
      await page.getByText('Votre pré-inscription est effectuée').waitFor()
      await shot('home-done')
      await page.getByRole('link', { name: 'Télécharger mon récépissé' }).click()
      await page.getByText('Il reste à saisir le code').waitFor()
      await shot('receipt-known')
    },
  },
  still('home-closed-since', '/home', answers(chrono(0, -40 * day, 'fermé'))),
  {
    name: 'register-closed',
    play: async ({ page, provider, shot }) => {
      answers(chrono(0, day, 'fermé'))(provider)
      // By an address that was kept: no link leads there while the window is closed.
      await page.goto('/register')
      await page.waitForURL('**/home')
      await settled(page)
      await shot('register-closed')
    },
  },
]
