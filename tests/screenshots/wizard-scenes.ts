import { documentsOf } from '../../src/spec/documents.ts'
import { code } from '../e2e/setup/answers.ts'
import {
  completeAnswers,
  confirm,
  dialog,
  documentState,
  enrolToDocuments,
  enterCode,
  field,
  fill,
  fillFirstStep,
  giveDocument,
  openRow,
  press,
  reducedAnswers,
  sendDocument,
  toCode,
  toDocuments,
} from '../e2e/setup/hands.ts'
import { comeTo, openEditor, pressAnyway, tapHome, tapTo } from '../e2e/setup/ways.ts'
import { aboveTheLimit, documentPhotos } from '../photos/photographs.ts'
import { type Scene, settled } from './scene.ts'

const photos = await documentPhotos()

export const wizardScenes: readonly Scene[] = [
  {
    name: 'complete',
    play: async ({ page, shot }) => {
      await comeTo(page, '/register')
      await field(page, 'anneeBac').waitFor()
      await settled(page)
      await shot('complete-1-empty')
      await fill(page, completeAnswers)
      await dialog(page).waitFor()
      await shot('complete-1-found')
      await confirm(page)
      await field(page, 'attestation').check()
      await shot('complete-1-filled')
      await press(page, 'Continuer')
      await dialog(page).waitFor()
      await shot('complete-1-attention')
      await confirm(page)
      await field(page, 'otp').waitFor()
      await shot('complete-2-code')
      await enterCode(page, '0000')
      await page.getByText('Code incorrect.').first().waitFor()
      await shot('complete-2-wrong-code')
      await enterCode(page, code)
      await documentState(page, 'actenaiss', 'empty')
      await shot('complete-3-empty')
      await sendDocument(page, 'actenaiss', photos.actenaiss)
      await shot('complete-3-one-sent')
      await tapHome(page)
      await shot('home-draft')
      await tapTo(page, '/register')
      await documentState(page, 'actenaiss', 'sent')
      await shot('complete-3-resumed')
      for (const type of ['carteid', 'simcard', 'attest'] as const) {
        await sendDocument(page, type, photos[type])
      }
      await shot('complete-3-four-sent')
      // The fifth success leads on by itself: its row may be gone before anyone looks.
      await giveDocument(page, 'photobuste', photos.photobuste)
      await page.getByText('Pré-inscription effectuée').first().waitFor()
      await shot('complete-4-done')
      await tapHome(page)
      await shot('home-done')
    },
  },
  {
    name: 'complete-too-early',
    play: async ({ page, shot }) => {
      await comeTo(page, '/register')
      await field(page, 'anneeBac').waitFor()
      await pressAnyway(page, 'Continuer')
      await shot('complete-1-too-early')
    },
  },
  {
    name: 'complete-photo',
    play: async ({ page, shot }) => {
      await comeTo(page, '/register')
      await enrolToDocuments(page)
      for (const type of documentsOf('complete')) {
        await openRow(page, type)
        await shot(`complete-3-open-${type}`)
      }
      await sendDocument(page, 'attest', photos.attest)
      await openRow(page, 'attest')
      await shot('complete-3-open-sent')
      await openEditor(page, 'attest')
      await shot('complete-3-editor')
      await page.keyboard.press('Escape')
      await dialog(page).waitFor({ state: 'detached' })
      await openRow(page, 'carteid')
      const inPage = page
        .locator('[data-document="carteid"]')
        .getByRole('button', { name: 'Photographier sans quitter le portail' })
      // Where the file input brings no camera, and the browser has one.
      if ((await inPage.count()) === 0) return
      await inPage.click()
      await dialog(page).waitFor()
      await shot('complete-3-camera')
    },
  },
  {
    name: 'complete-mistakes',
    play: async ({ page, shot }) => {
      await comeTo(page, '/register')
      await fill(page, { anneeBac: '2025', numAttest: 'abc', phone: '12', nina: 'ab', numPlace: 'x' })
      await field(page, 'numAttest').focus()
      await shot('complete-1-mistakes')
      await page.getByRole('button', { name: 'Continuer' }).dispatchEvent('click')
      await page.getByRole('alert').first().waitFor()
      await shot('complete-1-summary')
      await page.locator('form summary').first().click()
      await shot('complete-1-where-to-find')
    },
  },
  {
    name: 'complete-correct-number',
    play: async ({ page, shot }) => {
      await toCode(page)
      await page.getByText('Je ne reçois pas le code').click()
      await shot('complete-2-help')
      await press(page, 'Modifier mon numéro')
      await field(page, 'phone').waitFor()
      await shot('complete-1-correct-number')
    },
  },
  {
    name: 'complete-not-found',
    play: async ({ page, shot }) => {
      await comeTo(page, '/register')
      await fill(page, { ...completeAnswers, numPlace: '99999' })
      await page.locator('[data-tone="danger"]').first().waitFor()
      await shot('complete-1-not-found')
    },
  },
  {
    name: 'complete-lists-fail',
    play: async ({ page, provider, shot }) => {
      provider.script(/etudiant\/(liste|pieces)\//, { status: 500 })
      await comeTo(page, '/register')
      await page.locator('[role="alert"]').first().waitFor()
      await shot('complete-1-lists-fail')
    },
  },
  {
    name: 'complete-save-refused',
    play: async ({ page, provider, shot }) => {
      const refusal = { status: 0, msg: 'Ce numéro de téléphone est déjà utilisé.' }
      provider.script('etudiant/enrolement/add', { reply: refusal })
      await comeTo(page, '/register')
      await fillFirstStep(page)
      await press(page, 'Continuer')
      await confirm(page)
      await page.getByText(refusal.msg).first().waitFor()
      await shot('complete-1-refused')
    },
  },
  {
    name: 'complete-document-troubles',
    play: async ({ page, provider, shot }) => {
      provider.script('etudiant/files/upload', { reply: { status: 0, msg: 'Image illisible.' }, times: 1 })
      await toDocuments(page)
      await documentState(page, 'actenaiss', 'empty')
      await sendDocument(page, 'actenaiss', photos.actenaiss, 'failed')
      await shot('complete-3-refused')
      await field(page, 'attest').setInputFiles(await aboveTheLimit())
      await page.getByText('trop volumineux').first().waitFor()
      await shot('complete-3-too-large')
      provider.script('etudiant/files/upload', { cut: 'request' })
      await sendDocument(page, 'carteid', photos.carteid, 'queued')
      await shot('complete-3-offline')
    },
  },
  {
    name: 'reduced',
    build: 'reduced',
    play: async ({ page, shot }) => {
      await comeTo(page, '/register')
      await field(page, 'matricule').waitFor()
      await settled(page)
      await shot('reduced-1-empty')
      await fill(page, { ...reducedAnswers, phone: '12', matricule: 'court' })
      await shot('reduced-1-mistakes')
      await fill(page, reducedAnswers)
      await press(page, 'Continuer')
      await dialog(page).waitFor()
      await shot('reduced-1-attention')
      await confirm(page)
      await field(page, 'otp').waitFor()
      await shot('reduced-2-code')
      await enterCode(page, code)
      for (const type of documentsOf('reduced')) {
        await sendDocument(page, type, photos[type])
      }
      await shot('reduced-3-all-sent')
      await press(page, 'Continuer')
      await page.getByText('Terminer').first().waitFor()
      await shot('reduced-4-done')
    },
  },
]
