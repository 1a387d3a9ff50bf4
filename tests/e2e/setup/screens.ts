import type { Page } from 'playwright-core'
import { documentTypes } from '../../../src/spec/documents.ts'
import { photograph, smallPhoto } from '../../photos/photographs.ts'
import { bamako, code, student } from './answers.ts'
import {
  completeAnswers,
  confirm,
  dialog,
  documentState,
  enterCode,
  field,
  fill,
  giveDocument,
  openRow,
  phone,
  press,
  receiptAnswers,
  reducedAnswers,
  sendDocument,
} from './hands.ts'
import type { OtherProvider } from './other-provider.ts'
import { openEditor, pressAnyway, tapHome, tapTo } from './ways.ts'

export interface Stage {
  /** At home. */
  page: Page
  provider: OtherProvider
  /** Is called at each screen and state, once it is there. */
  look(screen: string): Promise<void>
}

export interface Walk {
  name: string
  build?: 'reduced'
  /** How the provider is when the student comes. */
  before?: ((provider: OtherProvider) => void) | undefined
  play(stage: Stage): Promise<void>
}

/** Every screen and state, in a page that is never loaded anew, for what looks at all of them. */
export const walks: readonly Walk[] = [
  {
    name: 'who enrols',
    play: async ({ page, provider, look }) => {
      await look('home, open')
      await tapTo(page, '/register')
      await field(page, 'anneeBac').waitFor()
      await look('the first step, empty')
      await pressAnyway(page, 'Continuer')
      await look('the first step, pressed too early')
      await fill(page, { ...completeAnswers, numPlace: '99999' })
      await field(page, 'ae').blur()
      await page.locator('[data-tone="danger"]', { hasText: 'Aucun bachelier' }).first().waitFor()
      await look('nobody found')
      await fill(page, { phone: '12', numPlace: student.numPlace })
      await field(page, 'numPlace').blur()
      await dialog(page).waitFor()
      await look('the person that was found')
      await confirm(page)
      await look('the first step with a mistake')
      await fill(page, { phone })
      await field(page, 'attestation').check()
      await look('the first step, filled in')
      provider.script('etudiant/enrolement/add', { reply: { status: 0, msg: 'Numéro déjà utilisé.' }, times: 1 })
      await press(page, 'Continuer')
      await dialog(page).waitFor()
      await look('the number to be confirmed')
      await confirm(page)
      await page.getByText('Numéro déjà utilisé.').first().waitFor()
      await look('a save that was refused')
      await press(page, 'Continuer')
      await confirm(page)
      await field(page, 'otp').waitFor()
      await look('the code')
      await enterCode(page, '0000')
      await page.getByText('Code incorrect.').first().waitFor()
      await look('a wrong code')
      await enterCode(page, code)
      await field(page, 'attest').waitFor({ state: 'attached' })
      await look('the documents, none given')
      for (const type of documentTypes) {
        await openRow(page, type)
        await look(`${type}, to be photographed`)
      }
      await sendDocument(page, 'actenaiss', await photograph(1, 'actenaiss'))
      await openRow(page, 'actenaiss')
      await look('a document that was sent')
      await openEditor(page, 'actenaiss')
      await look('the editor')
      await page.keyboard.press('Escape')
      await dialog(page).waitFor({ state: 'detached' })
      provider.script('etudiant/files/upload', { reply: { status: 0, msg: 'Image illisible.' }, times: 1 })
      await sendDocument(page, 'carteid', await smallPhoto('carteid'), 'failed')
      await look('a document that was refused')
      provider.script('etudiant/files/upload', { hang: true, times: 1 })
      await giveDocument(page, 'simcard', await smallPhoto('simcard'))
      await documentState(page, 'simcard', 'sending')
      await look('a document on its way')
      await tapHome(page)
      await look('home, with an enrolment that is begun')
    },
  },

  {
    name: 'who has enrolled',
    play: async ({ page, look }) => {
      await tapTo(page, '/register')
      await fill(page, completeAnswers)
      await field(page, 'ae').blur()
      await confirm(page)
      await field(page, 'attestation').check()
      await press(page, 'Continuer')
      await confirm(page)
      await enterCode(page, code)
      for (const type of documentTypes) await giveDocument(page, type, await smallPhoto(type))
      await page.getByRole('heading', { name: 'Pré-inscription effectuée' }).waitFor({ timeout: 60_000 })
      await look('the end')
      await tapHome(page)
      await look('home, with an enrolment that is sent')
    },
  },

  {
    name: 'who asks about a file, and corrects it',
    play: async ({ page, provider, look }) => {
      const flags = { actNaissV: '2', pieceIdV: '1', simCardV: '2', attestBacV: '0', photoBusteV: '2' }
      await tapTo(page, '/status')
      await field(page, 'annee').waitFor()
      await look('the status form')
      await pressAnyway(page, 'Vérifier')
      await look('the status form, pressed too early')
      await fill(page, { annee: '2021', phone: '12' })
      await pressAnyway(page, 'Vérifier')
      await look('the status form with a mistake')
      for (const [status, msg] of [
        [-1, 'Aucun dossier ne correspond.'],
        [3, 'Les informations données sont incorrectes.'],
        [1, 'Votre dossier est en cours de traitement.'],
        [2, 'Votre dossier est validé.'],
        [0, 'Votre dossier est incomplet.'],
      ] as const) {
        provider.memory.files.set(phone, { status, msg, matricule: student.matricule, ...flags })
        provider.memory.files.set(student.matricule, { status, msg, matricule: student.matricule, ...flags })
        await tapHome(page)
        await tapTo(page, '/status')
        await fill(page, { annee: '2021', phone })
        await press(page, 'Vérifier')
        await page.getByText(msg).first().waitFor()
        await look(`status ${status}`)
      }
      await page.getByRole('link', { name: 'mettre à jour vos documents' }).click()
      await field(page, 'carteid').waitFor({ state: 'attached' })
      await look('the documents to be sent again')
      await sendDocument(page, 'carteid', await smallPhoto('carteid'))
      await look('one of them sent')
      provider.script('etudiant/enrolement/globalevalid', { reply: { status: 0, msg: 'Réessayez demain.' }, times: 1 })
      await press(page, 'Mettre à jour')
      await page.getByText('Réessayez demain.').first().waitFor()
      await look('an update that was refused')
      await press(page, 'Mettre à jour')
      await page.getByText('Mise à jour effectuée').first().waitFor()
      await look('an update')
    },
  },

  {
    name: 'who wants a receipt, also with an error or without a network',
    play: async ({ page, look }) => {
      await tapTo(page, '/recepisse')
      await field(page, 'otp').waitFor()
      await look('the receipt form')
      await fill(page, { num_place: 'x', otp: '1', matricule: 'abc' })
      await pressAnyway(page, 'Téléchargez votre récépissé')
      await look('the receipt form with mistakes')
      await fill(page, { ...receiptAnswers, otp: '0000' })
      await press(page, 'Téléchargez votre récépissé')
      await page.getByText('Code incorrect.').first().waitFor()
      await look('a receipt that was refused')
      await fill(page, { otp: code })
      await Promise.all([page.waitForEvent('download'), press(page, 'Téléchargez votre récépissé')])
      await look('a receipt that was downloaded')
      await page.evaluate(() => dispatchEvent(new Event('offline')))
      await page.locator('[data-network="away"]').waitFor()
      await look('the receipt form without a network')
    },
  },

  ...(
    [
      ['closed', 0, -1],
      ['soon', 2, 3],
      ['open without an end', 2, -1],
    ] as const
  ).map(
    ([state, statut, days]): Walk => ({
      name: `who comes while enrolment is ${state}`,
      before: ({ memory }) => {
        const dateHeure = bamako(days * 24 * 3_600_000)
        memory.chrono = { statut, resultat: { message: 'Les inscriptions ouvrent dans', dateHeure } }
      },
      play: async ({ page, look }) => {
        await look('home')
        await page.evaluate(() => {
          history.pushState(null, '', '/nulle-part')
          dispatchEvent(new PopStateEvent('popstate'))
        })
        await page.getByRole('heading', { name: '404' }).waitFor()
        await look('a page that is not there')
      },
    }),
  ),
  {
    name: 'who enrols by the other reading',
    build: 'reduced',
    play: async ({ page, look }) => {
      await look('home')
      await tapTo(page, '/register')
      await field(page, 'matricule').waitFor()
      await pressAnyway(page, 'Continuer')
      await look('the first step, pressed too early')
      await fill(page, reducedAnswers)
      await press(page, 'Continuer')
      await dialog(page).waitFor()
      await look('the number to be confirmed')
      await confirm(page)
      await enterCode(page, code)
      await field(page, 'attest').waitFor({ state: 'attached' })
      await look('the documents')
    },
  },
]
