import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentsOf, documentTypes } from '../../src/rules/documents.ts'
import { photograph } from '../photos/photographs.ts'
import { builds } from './setup/builds.ts'
import { type Answers, currentStep, documentState, enrol, enterCode, fill, giveDocument, press } from './setup/hands.ts'
import { type StandIn, startStandIn } from './setup/stand-in.ts'
import { visitors } from './setup/students.ts'

/** From the home page to the receipt, in a phone's browser, against the provider that really stores things. */

const visits = visitors()

const aminata = { matricule: 'BKO2026T001', numPlace: '1001', serie: 'TSE', ae: 'BKORD' }
const journeys = [
  {
    reading: 'complete',
    documents: documentTypes,
    answers: {
      anneeBac: '2026',
      tuteur: 'NINA',
      numAttest: '204518',
      phone: '76543210',
      numPlace: '1001',
      serie: 'TSE',
      ae: 'BKORD',
    },
  },
  {
    reading: 'reduced',
    documents: documentsOf('reduced'),
    answers: {
      phone: '76543210',
      matricule: aminata.matricule,
      numPlace: '1001',
      numAttest: '204518',
      nom: 'DIARRA',
      prenom: 'Aminata',
      dateNaiss: '2006-04-17',
      tuteur: 'NINA',
    },
  },
] as const satisfies { reading: 'complete' | 'reduced'; documents: readonly string[]; answers: Answers }[]

describe.each(journeys)('a student enrols by the $reading wizard', ({ reading, documents, answers }) => {
  let provider: StandIn

  beforeAll(async () => {
    provider = await startStandIn({ dist: builds[reading].dir })
  })
  afterAll(() => provider.dispose())

  const stored = async () => (await provider.provider('files', aminata.matricule)).output

  test('from home to the receipt, with a server that restarts, and corrects a rejected document', async () => {
    const { page } = await visits.open('phone', provider.url)
    await page.goto('/')
    await page.waitForURL('**/home')
    await page.locator('a[href="/register"]').click()

    await enrol(page, reading, answers)
    await enterCode(page, await provider.lastCode(answers.phone))
    const code = await provider.lastCode(answers.phone)
    await page.locator(`[name="${documents[0]}"]`).waitFor({ state: 'attached' })

    await provider.stop()
    await provider.start()

    for (const [index, document] of documents.entries())
      await giveDocument(page, document, await photograph(index + 1, document))
    if (reading === 'reduced') {
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
    await page.locator('[name="matricule"]').fill(aminata.matricule)
    await press(page, 'Vérifier')
    await page.locator('[data-tone="warning"]').waitFor()

    const rejected = await provider.provider('reject', aminata.matricule, 'attest', 'Photo floue')
    expect(rejected.code, rejected.output).toBe(0)
    await press(page, 'Vérifier')
    await page.getByRole('link', { name: 'Cliquez-ici pour mettre à jour vos documents' }).click()
    await giveDocument(page, 'attest', await photograph(9, 'attest'))
    await documentState(page, 'attest', 'sent')
    await press(page, 'Mettre à jour')
    await page.getByRole('heading', { name: 'Mise à jour effectuée' }).waitFor()

    await page.goto('/recepisse')
    await fill(page, {
      num_place: aminata.numPlace,
      serie: aminata.serie,
      ae: aminata.ae,
      otp: code,
      matricule: aminata.matricule,
    })
    const download = page.waitForEvent('download')
    await press(page, 'Téléchargez votre récépissé')
    expect((await download).suggestedFilename()).toMatch(/\.pdf$/)
  })
})
