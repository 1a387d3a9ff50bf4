import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { type DocumentType, documentTypes } from '../../../src/spec/documents.ts'
import { smallPhoto } from '../../photos/photographs.ts'
import { type StatusReply, student } from '../setup/answers.ts'
import { documentRow, documentState, field, phone, press, sendDocument } from '../setup/hands.ts'
import { button, expectAlert, expectAtTop, expectDisabled, roundTrip } from '../setup/looks.ts'
import { gate, oneProvider } from '../setup/network.ts'
import { visitors } from '../setup/students.ts'

/** Sections 2 and 5: the update of documents that are missing or were rejected. Who is meant, and which: unit tests. */

const students = visitors()
const provider = await oneProvider()

const { matricule } = student
const heading = 'Veuillez mettre à jour les documents ci-dessous.'
const allGood = { actNaissV: '2', pieceIdV: '2', simCardV: '2', attestBacV: '2', photoBusteV: '2' }

const come = (page: Page, parameter: string) => page.goto(`/reclamation/${encodeURIComponent(parameter)}`)

async function open(parameter: string, reply?: StatusReply) {
  if (reply) provider.memory.files.set(parameter, reply)
  const visit = await students.open('phone', provider.url)
  await come(visit.page, parameter)
  return visit
}

const toCorrect = {
  status: 0,
  msg: 'Deux documents sont à reprendre.',
  matricule,
  ...allGood,
  pieceIdV: '1',
  attestBacV: '0',
}
const lookups = () => provider.journal.filter(({ call }) => call.startsWith('etudiant/verif'))
const corrections = (type: DocumentType) => provider.calls(`etudiant/files/update/${type}`)

describe('a student whose documents were rejected', () => {
  test('is looked up by what the address says, as it stands on paper, too', async () => {
    const { page } = await students.open('phone', provider.url)
    for (const [parameter, call, body] of [
      [' ma2025-tr001', 'etudiant/verif/statut/matricule', { matricule }],
      ['+223 76 54 32 10', 'etudiant/verif/statut/phone', { phone }],
      ['un/autre/numéro', 'etudiant/verif/statut/matricule', { matricule: 'UN/AUTRE/NUMÉRO' }],
    ] as const) {
      for (const bare of Object.values(body)) provider.memory.files.set(bare, toCorrect)
      provider.journal.length = 0
      await come(page, parameter)
      await page.getByRole('heading', { name: heading }).waitFor()
      expect(lookups().map(({ call, body }) => [call, body])).toEqual([[call, body]])
    }
  })

  test('whose documents never arrived is asked for all five and sees the reason; they go out under the matricule', async () => {
    const none = Object.fromEntries(Object.keys(allGood).map(flag => [flag, null]))
    provider.script(/verif\/statut/, { reply: { status: 0, msg: 'Rien reçu.', resultat: { matricule, ...none } } })
    const { page } = await open(phone)
    await page.getByText('Rien reçu.').waitFor()
    for (const type of documentTypes) await documentState(page, type, 'empty')
    // Of an answer that names nobody, the matricule that was asked for is theirs.
    provider.script(/verif\/statut/, { reply: { status: 0, msg: 'Rien reçu.' } })
    await come(page, matricule)
    await page.getByText('Rien reçu.').waitFor()
    for (const type of documentTypes) await documentState(page, type, 'empty')
    await sendDocument(page, 'attest', await smallPhoto('attest'))
    expect(corrections('attest').map(({ body }) => body.matricule)).toEqual([matricule])
  })

  test('updates once a photo has arrived, and is told of the 48 hours and where to look', async () => {
    const { page } = await open(phone, toCorrect)
    await field(page, 'carteid').waitFor({ state: 'attached' })
    const asked = page.locator('input[type="file"]')
    expect(await asked.evaluateAll(all => all.map(one => one.getAttribute('name')))).toEqual(['carteid', 'attest'])
    await expectDisabled(page, 'Mettre à jour')
    await sendDocument(page, 'carteid', await smallPhoto('carteid'))
    await documentRow(page, 'carteid').getByText("Photo de la carte d'identité enregistrée avec succès.").waitFor()
    await expectDisabled(page, 'Mettre à jour', false)
    expect(corrections('carteid').map(({ body }) => Object.keys(body).sort())).toEqual([['image', 'matricule']])
    expect(corrections('carteid')[0]?.body.matricule).toBe(matricule)

    const { hold, open: answer } = gate()
    provider.script('etudiant/enrolement/globalevalid', { hold, times: 1 })
    await press(page, 'Mettre à jour')
    await page.getByText('Mise à jour en cours…').waitFor()
    await expectDisabled(page, 'Mettre à jour')
    answer()
    await page.waitForURL('**/update')
    await page.getByRole('heading', { name: 'Mise à jour effectuée' }).waitFor()
    expect(await page.locator('main').textContent()).toContain('48 heures')
    expect(provider.calls('etudiant/enrolement/globalevalid').map(({ body }) => body)).toEqual([{ matricule }])
    await page.locator('main a[href="/status"]').click()
    await page.waitForURL('**/status')
  })

  test('whose photo was not saved cannot update yet; whose update is refused reads the server in the heading, and tries again', async () => {
    provider.script('etudiant/files/update/attest', { reply: { status: 0, msg: 'Image illisible.' }, times: 1 })
    provider.script('etudiant/enrolement/globalevalid', { reply: { status: 0, msg: 'Réessayez demain.' }, times: 1 })
    const { page } = await open(matricule, toCorrect)
    await sendDocument(page, 'attest', await smallPhoto('attest'), 'failed')
    await documentRow(page, 'attest').getByText("Photo de l'attestation non enregistrée.").waitFor()
    await documentRow(page, 'attest').getByText('Image illisible.').waitFor()
    await expectDisabled(page, 'Mettre à jour')
    await press(page, 'Renvoyer la même photo')
    await documentState(page, 'attest', 'sent')
    await expectDisabled(page, 'Mettre à jour', false)
    await press(page, 'Mettre à jour')
    const refusal = page.getByRole('heading', { name: 'Réessayez demain.' })
    await refusal.waitFor()
    expect(await refusal.evaluate(one => one === document.activeElement)).toBe(true)
    await expectAtTop(page)
    await expect.poll(() => page.title()).toMatch(/^Erreur : /)
    expect(new URL(page.url()).pathname).toBe(`/reclamation/${matricule}`)
    await press(page, 'Mettre à jour')
    await page.waitForURL('**/update')
  })

  test('of whom one document was refused is asked for one, told why the button waits, and led to nothing more', async () => {
    const flags = { ...allGood, actNaissV: '1', pieceIdV: '1', simCardV: '1', attestBacV: '0' }
    const { page } = await open(matricule, { ...toCorrect, ...flags, msg: 'Attestation floue.' })
    await documentRow(page, 'attest').getByRole('button', { name: 'Prendre une photo' }).waitFor()
    await documentRow(page, 'carteid').getByText('En vérification ou à reprendre').waitFor()
    await page.getByText(/^Une seule nouvelle photo suffit/).waitFor()
    const said = await button(page, 'Mettre à jour').getAttribute('aria-describedby')
    expect(await page.locator(`[id="${said}"]`).textContent()).toBe(
      'Envoyez au moins une nouvelle photo pour continuer.',
    )
    await sendDocument(page, 'attest', await smallPhoto('attest'))
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toMatch(/^1 nouvelle photo envoyée/)
    expect(await page.locator('[data-document] details[open]').count(), 'no other row is opened').toBe(0)
    await expectDisabled(page, 'Mettre à jour', false)
    await press(page, 'Mettre à jour')
    await page.waitForURL('**/update')
    await page.getByRole('heading', { name: 'Mise à jour effectuée' }).waitFor()
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Mise à jour effectuée')
    expect(await page.title()).toMatch(/^Mise à jour effectuée/)
    expect(provider.memory.documents.size).toBe(1)
  })

  test('is told so where there is nothing to correct, nobody is known or meant, or the call fails, which can be repeated', async () => {
    const { page, witness } = await open(matricule, { ...toCorrect, ...allGood, msg: 'Dossier validé.' })
    witness.allow(/status of 400/)
    await page.getByText('Dossier validé.').waitFor()
    const nothing = async () => {
      expect(await page.locator('input[type="file"]').count()).toBe(0)
      expect(await button(page, 'Mettre à jour').count()).toBe(0)
    }
    await nothing()
    for (const unknown of [phone, 'MA2025TR999']) {
      await come(page, unknown)
      await expectAlert(page, 'danger', 'Aucun dossier ne correspond à ces informations.')
      await nothing()
    }
    provider.journal.length = 0
    await come(page, '-')
    await page.locator('main [role="alert"]').waitFor()
    await roundTrip(page)
    expect(lookups()).toEqual([])
    provider.script('etudiant/verif/statut/matricule', { status: 400 })
    provider.memory.files.set(matricule, toCorrect)
    await come(page, matricule)
    await expectAlert(page, 'danger', 'Le serveur a refusé la demande (erreur 400).')
    provider.behave()
    await press(page, 'Réessayer')
    await page.getByRole('heading', { name: heading }).waitFor()
  })
})
