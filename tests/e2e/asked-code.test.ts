import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { DocumentType } from '../../src/spec/documents.ts'
import { smallPhoto } from '../photos/photographs.ts'
import { code, student } from './setup/answers.ts'
import { builds } from './setup/builds.ts'
import { eventually, installed, queue, wakeWorker } from './setup/device.ts'
import { documentRow, documentState, field, giveDocument, press, sendDocument, toDocuments } from './setup/hands.ts'
import { atLeast, expectAlert, expectDisabled, expectFault, expectUsable } from './setup/looks.ts'
import { gate, networkFaults, oneProvider } from './setup/network.ts'
import { visitors } from './setup/students.ts'

/** A provider that takes what is sent only from who can read the SMS (docs/contract.md, "A code is asked for"). */

const students = visitors()
const provider = await oneProvider()

const { matricule } = student
const said = 'Un code a été envoyé au numéro terminé par 10.'
const asks = () => ({ reply: { status: 0, codeRequis: true, msg: said }, times: 1 })
const update = (type: DocumentType) => `etudiant/files/update/${type}`
const confirm = 'Confirmer le code'
const confirmed = 'Code confirmé.'
const given = () => provider.calls('etudiant/otp/valide').map(({ body }) => body)

/** Two documents are to be taken again. */
async function atUpdate() {
  const good = { actNaissV: '2', pieceIdV: '1', simCardV: '2', attestBacV: '0', photoBusteV: '2' }
  provider.memory.files.set(matricule, { status: 0, msg: 'À reprendre.', matricule, ...good })
  const visit = await students.at(provider.url, `/reclamation/${matricule}`)
  await field(visit.page, 'attest').waitFor({ state: 'attached' })
  return visit
}

async function giveCode(page: Page, otp: string): Promise<void> {
  await field(page, 'otp').fill(otp)
  await press(page, confirm)
}

async function isAsked(page: Page, type: DocumentType): Promise<void> {
  await documentState(page, type, 'queued')
  await documentRow(page, type)
    .getByText(/^ ?Attend votre code/)
    .waitFor()
}

const bytes = (type: DocumentType) => provider.calls(update(type)).map(({ body }) => body.image)

/** The network goes while the code is asked for. */
async function askedThenOffline(): Promise<Page> {
  provider.script(update('attest'), asks())
  const { page, witness } = await atUpdate()
  witness.allow(networkFaults)
  await sendDocument(page, 'attest', await smallPhoto('attest'), 'queued')
  await isAsked(page, 'attest')
  await page.context().setOffline(true)
  return page
}

describe('a student who is asked for a code', () => {
  test('is told so where the photo was given, and gives it there', async () => {
    provider.script(update('attest'), asks())
    const { page } = await atUpdate()
    await sendDocument(page, 'attest', await smallPhoto('attest'), 'queued')
    await isAsked(page, 'attest')
    await expectAlert(page, 'warning', said)
    expect(await page.getByText('non enregistrée').count(), 'it was not refused').toBe(0)
    await expectDisabled(page, 'Mettre à jour')
    await expectUsable(page, 'the code that is asked for')

    await giveCode(page, code)
    await expectAlert(page, 'success', confirmed)
    await documentState(page, 'attest', 'sent')
    expect(given()).toEqual([{ matricule, otp: code }])
    expect(bytes('attest')).toHaveLength(2)
    expect(new Set(bytes('attest')).size, 'the same photo, with nothing taken again').toBe(1)
    await field(page, 'otp').waitFor({ state: 'detached' })
    await expectDisabled(page, 'Mettre à jour', false)
  })

  test('who writes a wrong one reads why, loses nothing, and corrects it', async () => {
    provider.script(update('attest'), asks())
    const { page } = await atUpdate()
    await sendDocument(page, 'attest', await smallPhoto('attest'), 'queued')
    await field(page, 'otp').fill('12')
    await expectDisabled(page, confirm)
    await expectFault(page, 'otp', atLeast(4, 'chiffres'))
    await giveCode(page, '1234')
    await expectAlert(page, 'danger', 'Code incorrect.')
    expect(await field(page, 'otp').inputValue()).toBe('1234')
    expect(await field(page, 'otp').evaluate(input => input === document.activeElement)).toBe(true)
    await expectFault(page, 'otp', 'Code incorrect.')
    await isAsked(page, 'attest')
    expect(bytes('attest')).toHaveLength(1)
    await expectUsable(page, 'a wrong code')
    await giveCode(page, code)
    await documentState(page, 'attest', 'sent')
  })

  test('who has no network keeps what was typed, and it goes when the network is back', async () => {
    const page = await askedThenOffline()
    await giveCode(page, code)
    await expectAlert(page, 'danger', 'Le code part dès que le réseau revient, si cette page reste ouverte.')
    expect(await field(page, 'otp').inputValue()).toBe(code)
    await page.context().setOffline(false)
    await documentState(page, 'attest', 'sent')
    expect(given()).toEqual([{ matricule, otp: code }])
  })

  test('finds the question again after a reload, and in the other tab', async () => {
    provider.script(update('attest'), asks())
    const { page } = await atUpdate()
    await sendDocument(page, 'attest', await smallPhoto('attest'), 'queued')
    await isAsked(page, 'attest')
    const other = await page.context().newPage()
    await other.goto('/envois')
    await other.getByText('Attend le code reçu par SMS.').waitFor()
    await page.reload()
    await isAsked(page, 'attest')
    await giveCode(other, code)
    await documentState(page, 'attest', 'sent')
    await field(page, 'otp').waitFor({ state: 'detached' })
    expect(bytes('attest')).toHaveLength(2)
  })
})

test('in the wizard, the step of the documents asks for it, and ends as ever', async () => {
  provider.dist = builds.complete.dir
  const { page } = await students.open('phone', provider.url)
  await toDocuments(page)
  provider.script('etudiant/files/upload', asks())
  await sendDocument(page, 'attest', await smallPhoto('attest'), 'queued')
  await isAsked(page, 'attest')
  await expectAlert(page, 'warning', said)
  await giveCode(page, code)
  await documentState(page, 'attest', 'sent')
  expect(given()).toEqual([
    { matricule, otp: code },
    { matricule, otp: code },
  ])
})

test('the right that the provider gives goes with what the worker sends later, once no page is open', async () => {
  provider.asksForCodes = true
  const { page, witness } = await atUpdate()
  witness.allow(networkFaults)
  await installed(page)
  await sendDocument(page, 'attest', await smallPhoto('attest'), 'queued')
  await isAsked(page, 'attest')
  await giveCode(page, code)
  await documentState(page, 'attest', 'sent')
  // Of another document nothing has left when the page is left.
  const { hold, open } = gate()
  provider.script(update('carteid'), { hold, cut: 'request', times: 1 })
  await giveDocument(page, 'carteid', await smallPhoto('carteid'))
  await page.goto('/robots.txt')
  open()
  await wakeWorker(page, provider.url)
  await eventually(() => provider.memory.document(matricule, 'carteid')).toBeDefined()
  expect(await page.evaluate(() => document.cookie), 'no script can read it').not.toContain('CORRECTION')
})

test('the worker that is asked for a code keeps the photo, and the next page asks the student', async () => {
  provider.asksForCodes = true
  const { page, witness } = await atUpdate()
  witness.allow(networkFaults)
  await installed(page)
  provider.script(update('attest'), { cut: 'request', times: 1 })
  await giveDocument(page, 'attest', await smallPhoto('attest'))
  await page.goto('/robots.txt')
  await wakeWorker(page, provider.url)
  await eventually(async () => (await queue(page)).map(({ code }) => code?.again === undefined && code)).not.toEqual([
    undefined,
  ])
  await page.goto(`/reclamation/${matricule}`)
  await isAsked(page, 'attest')
  await giveCode(page, code)
  await documentState(page, 'attest', 'sent')
})
