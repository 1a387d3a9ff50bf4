import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentsOf, documentTypes } from '../../../src/spec/documents.ts'
import { photograph } from '../../photos/photographs.ts'
import { builds } from '../setup/builds.ts'
import {
  type Answers,
  currentStep,
  documentState,
  enrol,
  enterCode,
  fill,
  giveDocument,
  press,
  sendDocument,
} from '../setup/hands.ts'
import { type StandIn, sampleAnswers, sampleMatricule, startStandIn } from '../setup/stand-in.ts'
import { visitors } from '../setup/students.ts'

/** From the home page to the receipt, in a phone's browser, against the provider that really stores things. */

const visits = visitors()

const journeys = [
  {
    reading: 'complete',
    documents: documentTypes,
    answers: sampleAnswers,
  },
  {
    reading: 'reduced',
    documents: documentsOf('reduced'),
    answers: {
      phone: '76543210',
      matricule: sampleMatricule,
      numPlace: '1001',
      numAttest: '204518',
      nom: 'DIARRA',
      prenom: 'Aminata',
      dateNaiss: '2006-04-17',
      tuteur: 'NINA',
    },
  },
] as const satisfies { reading: 'complete' | 'reduced'; documents: readonly string[]; answers: Answers }[]

describe.each(journeys)('a student enrols by the $reading wizard', ({ reading: variant, documents, answers }) => {
  let provider: StandIn

  beforeAll(async () => {
    provider = await startStandIn({ dist: builds[variant].dir })
  })
  afterAll(() => provider.dispose())

  const stored = async () => (await provider.provider('files', sampleMatricule)).output

  test('from home to the receipt, with a server that restarts, and corrects a rejected document', async () => {
    const { page } = await visits.at(provider.url, '/')
    await page.waitForURL('**/home')
    await page.locator('a[href="/register"]').click()

    await enrol(page, variant, answers)
    await enterCode(page, await provider.lastCode(answers.phone))
    const code = await provider.lastCode(answers.phone)
    await page.locator(`[name="${documents[0]}"]`).waitFor({ state: 'attached' })

    await provider.stop()
    await provider.start()

    for (const [index, document] of documents.entries())
      await giveDocument(page, document, await photograph(index + 1, document))
    if (variant === 'reduced') {
      for (const document of documents) await documentState(page, document, 'sent')
      await press(page, 'Continuer')
      await press(page, 'Terminer')
      await page.waitForURL('**/home')
    } else {
      await page.getByRole('heading', { name: 'Pré-inscription effectuée' }).waitFor({ timeout: 60_000 })
      expect(await currentStep(page).textContent()).toContain('Finalisation')
    }

    const files = await stored()
    for (const document of documents) expect(files.split(document), `${document} is stored once`).toHaveLength(2)

    await page.goto('/status')
    await page.locator('[name="annee"]').selectOption('2021')
    await page.locator('[name="matricule"]').fill(sampleMatricule)
    await press(page, 'Vérifier')
    await page.locator('[data-tone="warning"]').waitFor()

    const rejected = await provider.provider('reject', sampleMatricule, 'attest', 'Photo floue')
    expect(rejected.code, rejected.output).toBe(0)
    await press(page, 'Vérifier')
    await page.getByRole('link', { name: 'Cliquez-ici pour mettre à jour vos documents' }).click()
    await sendDocument(page, 'attest', await photograph(9, 'attest'))
    await press(page, 'Mettre à jour')
    await page.getByRole('heading', { name: 'Mise à jour effectuée' }).waitFor()

    await page.goto('/recepisse')
    await fill(page, {
      num_place: sampleAnswers.numPlace,
      serie: sampleAnswers.serie,
      ae: sampleAnswers.ae,
      otp: code,
      matricule: sampleMatricule,
    })
    const download = page.waitForEvent('download')
    await press(page, 'Téléchargez votre récépissé')
    expect((await download).suggestedFilename()).toMatch(/\.pdf$/)
  })
})
