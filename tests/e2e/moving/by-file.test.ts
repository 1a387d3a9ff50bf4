import { describe, expect, test } from 'vitest'
import { documentTypes } from '../../../src/rules/documents.ts'
import { smallPhoto } from '../../photos/photographs.ts'
import { eventually, installed, queue, stored } from '../setup/device.ts'
import { documentState, field, giveDocument, press, toDocuments } from '../setup/hands.ts'
import { roundTrip } from '../setup/looks.ts'
import { confirmArrival, expectUsableInBoth, handOver, receive, saveFile } from '../setup/moving.ts'
import { badNetwork, networkFaults } from '../setup/network.ts'
import { expectArrived, expectAt, heading } from '../setup/place.ts'
import { phones } from '../setup/students.ts'
import { tapHome } from '../setup/ways.ts'
import { halfSent, late } from './half-sent.ts'

/** A dossier goes from one phone to another in a file: nothing of it is lost, and nothing is sent twice. */

const network = badNetwork()
const phone = phones(networkFaults)

const upload = 'etudiant/files/upload'
const uploads = () => network.provider.calls(upload)
const arrivedTypes = () => uploads().map(({ body }) => body.type)

describe('a dossier with five photographs', () => {
  test('is not erased for a wrong code of arrival, stays handed over, and says so wherever it would go on', async () => {
    const { page } = await halfSent(phone(network.url), smallPhoto)
    await handOver(page)
    await confirmArrival(page, 'AAA AAA')
    const wrong = "Ce n'est pas le code d'arrivée de ce dossier. Regardez-le sur l'autre appareil."
    await page.getByText(wrong).waitFor()
    await expectAt(field(page, 'code-arrivee'))
    await expectUsableInBoth(page, 'another code of arrival')
    expect(await stored(page, 'dossiers')).toHaveLength(1)
    for (const path of ['/register', '/preparer', '/transfert']) {
      await page.goto(path)
      await heading(page, 'Dossier remis').waitFor()
      expect(await field(page, 'simcard').count(), path).toBe(0)
    }
    await tapHome(page)
    await page.getByText('Votre dossier est remis à un autre appareil.').waitFor()
    await expectUsableInBoth(page, 'home, when it was handed over')
    await page.getByRole('link', { name: 'Suivre la remise' }).click()
    await heading(page, 'Dossier remis').waitFor()
  })

  test('is taken back where the other phone has never had it, and then sent from here, once each', async () => {
    const { page, context } = await halfSent(phone(network.url), smallPhoto)
    await handOver(page)
    await page.goto('/register')
    await press(page, 'Reprendre ici')
    await expectAt(page.getByRole('heading', { name: 'Reprendre ce dossier ici ?' }))
    await expectUsableInBoth(page, 'asked before it is taken back')
    await page.keyboard.press('Escape')
    await expectAt(page.getByRole('button', { name: 'Reprendre ici' }))
    await press(page, 'Reprendre ici')
    await press(page, 'Je confirme')
    for (const type of late) await documentState(page, type, 'queued')
    await context.setOffline(false)
    await expectArrived(page, 'Pré-inscription effectuée')
    expect(arrivedTypes().sort()).toEqual([...documentTypes].sort())
  })

  test('is handed over in every tab, and goes on in every tab', async () => {
    const { page, context } = await halfSent(phone(network.url), smallPhoto)
    const other = await context.newPage()
    await other.goto('/register')
    await documentState(other, 'simcard', 'queued')
    await handOver(page)
    await heading(other, 'Dossier remis').waitFor()
    await press(page, 'Reprendre ici')
    await press(page, 'Je confirme')
    await documentState(other, 'simcard', 'queued')
  })

  test('taken in twice changes nothing, and the first phone still has a way to make the file anew', async () => {
    const source = await halfSent(phone(network.url), smallPhoto)
    await handOver(source.page)
    await source.page.goto('/transfert')
    await press(source.page, 'Refaire le fichier')
    await field(source.page, 'code-choisi').fill('papaye31')
    await field(source.page, 'code-repete').fill('papaye31')
    await press(source.page, 'Préparer la remise')
    const file = await saveFile(source.page)
    const { page } = await phone(network.url).start()
    const proof = await receive(page, file, 'papaye31')
    await eventually(() => uploads().length).toBe(documentTypes.length)
    await eventually(async () => (await queue(page)).filter(({ state }) => state === 'waiting')).toEqual([])
    expect(await receive(page, file, 'papaye31')).toBe(proof)
    await page.getByText("Ce dossier était déjà ici. Rien n'a changé.").waitFor()
    await roundTrip(page)
    expect(uploads()).toHaveLength(documentTypes.length)
    await confirmArrival(source.page, proof)
    await source.page.getByText('Le dossier est effacé de cet appareil.').waitFor()
  })
})

test('photographs that were picked and not prepared travel as they were picked', async () => {
  const { page, context } = await phone(network.url).start()
  await toDocuments(page)
  await installed(page)
  await context.setOffline(true)
  // A phone that prepares nothing: what was picked stays as it is.
  await context.addInitScript(() => {
    Object.defineProperty(globalThis, 'Worker', { value: undefined })
    Object.defineProperty(globalThis, 'createImageBitmap', { value: () => new Promise(() => undefined) })
  })
  await page.goto('/register')
  await field(page, 'simcard').setInputFiles(await smallPhoto('simcard'))
  await eventually(async () => (await stored(page, 'originals')).length).toBe(1)
  await handOver(page)
  const file = await saveFile(page)
  const target = await phone(network.url).start()
  await receive(target.page, file)
  await target.page.getByRole('link', { name: 'Continuer ce dossier' }).click()
  await documentState(target.page, 'simcard', 'sent')
  await giveDocument(target.page, 'attest', await smallPhoto('attest'))
  await documentState(target.page, 'attest', 'sent')
  expect(arrivedTypes()).toEqual(['simcard', 'attest'])
})
