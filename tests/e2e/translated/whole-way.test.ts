import { describe, expect, test } from 'vitest'
import { documentsOf } from '../../../src/spec/documents.ts'
import { smallPhoto } from '../../photos/photographs.ts'
import { drawnAnew } from '../setup/altering.ts'
import { student } from '../setup/answers.ts'
import { builds } from '../setup/builds.ts'
import {
  documentState,
  enrolToDocuments,
  fill,
  giveDocument,
  press,
  receiptAnswers,
  sendDocument,
} from '../setup/hands.ts'
import { confirmArrival, exportDossier, receive, saveFile } from '../setup/moving.ts'
import { oneProvider } from '../setup/network.ts'
import { visitors } from '../setup/students.ts'
import { translated, untranslated } from '../setup/translator.ts'

/** A student whose browser translates each page, from the first paint to the end. */

const students = visitors()
const provider = await oneProvider()
const { matricule } = student

async function open() {
  const { page, context, witness } = await students.open('phone', provider.url)
  witness.allow(drawnAnew)
  await translated(context)
  return page
}

describe.each(['complete', 'reduced'] as const)('a page translator, variant %s', variant => {
  const documents = documentsOf(variant)

  test('is no fault: enrolment, state, correction and receipt', async () => {
    provider.dist = builds[variant].dir
    const page = await open()
    await page.goto('/home')
    await page.locator('a[href="/register"]').first().click()
    await enrolToDocuments(page, variant)
    for (const document of documents) await giveDocument(page, document, await smallPhoto(document))
    if (variant === 'reduced') {
      for (const document of documents) await documentState(page, document, 'sent')
      await press(page, 'Continuer')
      await press(page, 'Terminer')
    } else await page.getByRole('heading', { name: 'Pré-inscription effectuée' }).waitFor({ timeout: 60_000 })
    expect(await untranslated(page)).toEqual([])
    for (const document of documents) expect(provider.memory.document(matricule, document), document).toBeDefined()

    const flags = { actNaissV: '2', pieceIdV: '2', simCardV: '2', attestBacV: '0', photoBusteV: '2' }
    provider.memory.files.set(matricule, { status: 0, msg: 'Photo floue.', matricule, ...flags })
    await page.goto('/status')
    await fill(page, { annee: '2021', matricule })
    await press(page, 'Vérifier')
    await page.getByRole('link', { name: 'Cliquez-ici pour mettre à jour vos documents' }).click()
    await sendDocument(page, 'attest', await smallPhoto('attest'))
    await press(page, 'Mettre à jour')
    await page.getByRole('heading', { name: 'Mise à jour effectuée' }).waitFor()
    expect(await untranslated(page)).toEqual([])

    await page.goto('/recepisse')
    await fill(page, receiptAnswers)
    const download = page.waitForEvent('download')
    await press(page, 'Téléchargez votre récépissé')
    expect((await download).suggestedFilename()).toMatch(/\.pdf$/)
    await page.getByText('Le téléchargement').first().waitFor()
    expect(await untranslated(page)).toEqual([])
  })

  test('is no fault: a dossier goes to another phone, and its enrolment on', async () => {
    provider.dist = builds[variant].dir
    const [from, to] = [await open(), await open()]
    await from.goto('/register')
    await enrolToDocuments(from, variant)
    await exportDossier(from)
    const confirmationCode = await receive(to, await saveFile(from))
    await confirmArrival(from, confirmationCode)
    await from.locator('[data-tone="success"]').waitFor()
    expect(await untranslated(from)).toEqual([])
    await to.locator('main a[href="/register"]').click()
    await giveDocument(to, 'attest', await smallPhoto('attest'))
    await documentState(to, 'attest', 'sent')
    expect(await untranslated(to)).toEqual([])
  })
})
