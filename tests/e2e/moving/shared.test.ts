import { expect, test } from 'vitest'
import { documentTypes } from '../../../src/rules/documents.ts'
import { smallPhoto } from '../../photos/photographs.ts'
import { eventually, everyPart, queue, stored, wakeWorker } from '../setup/device.ts'
import { documentState, field, giveDocument, press, sendDocument, toDocuments } from '../setup/hands.ts'
import { roundTrip } from '../setup/looks.ts'
import {
  chooseFile,
  confirmArrival,
  expectUsableInBoth,
  handCode,
  handOver,
  keep,
  openWith,
  receive,
  saveFile,
} from '../setup/moving.ts'
import { badNetwork, networkFaults } from '../setup/network.ts'
import { expectArrived, heading } from '../setup/place.ts'
import { phones } from '../setup/students.ts'
import {
  beginSealed,
  door,
  leaveUnsent,
  lock,
  nothingOf,
  onDisk,
  rows,
  secret,
  share,
  toSealedDocuments,
  unlock,
} from '../shared/tablet.ts'
import { inProfile, inStorages, needlesOf } from '../shared/traces.ts'

/** Between the tablet of a campus, on which nothing lies in the clear, and the student's own phone. */

const network = badNetwork()
const phone = phones(networkFaults)

const uploads = () => network.provider.calls('etudiant/files/upload')
const words = ['Aminata', 'TRAORÉ', '76543210', '204518']

test('from a tablet to the own phone: what waits stays, also when the worker is woken, and the phone sends it once', async () => {
  const tablet = await phone(network.url).start()
  await share(tablet.page)
  await toSealedDocuments(tablet.page)
  await sendDocument(tablet.page, 'carteid', await smallPhoto('carteid'))
  await leaveUnsent(tablet.page, network)
  // By taps: a page that is loaded anew is locked.
  await tablet.page.getByRole('link', { name: 'Aide aux étudiants, accueil' }).click()
  await tablet.page.getByRole('link', { name: 'Changer de téléphone ou de tablette' }).click()
  await press(tablet.page, 'Envoyer ce dossier')
  await field(tablet.page, 'code-choisi').fill(handCode)
  await field(tablet.page, 'code-repete').fill(handCode)
  await press(tablet.page, 'Préparer la remise')
  await expectArrived(tablet.page, 'Dossier remis')
  await expectUsableInBoth(tablet.page, 'handed over from a tablet')
  const file = await saveFile(tablet.page)
  await network.link.set({ network: 'there' })
  await tablet.context.setOffline(false)
  await wakeWorker(tablet.page, network.url)
  await roundTrip(tablet.page)
  expect(uploads()).toHaveLength(1)

  const own = await phone(network.url).start()
  const proof = await receive(own.page, file)
  await own.page.getByRole('link', { name: 'Continuer ce dossier' }).click()
  await documentState(own.page, 'carteid', 'sent')
  await documentState(own.page, 'attest', 'sent')
  expect(uploads().map(({ body }) => body.type)).toEqual(['carteid', 'attest'])

  await confirmArrival(tablet.page, proof)
  await eventually(() => rows(tablet.page)).toEqual([])
  expect([await queue(tablet.page), await stored(tablet.page, 'payloads')]).toEqual([[], []])
})

test('from a phone to a tablet: sealed under the same code, nothing in the clear, and nothing of the others shown', async () => {
  const own = await phone(network.url).start()
  await toDocuments(own.page)
  await everyPart(own.page)
  await own.context.setOffline(true)
  await sendDocument(own.page, 'attest', await smallPhoto('attest'), 'queued')
  await handOver(own.page)
  const file = await saveFile(own.page)

  const mine = phone(network.url)
  const { page, context } = await mine.start()
  await share(page)
  await everyPart(page)
  await context.setOffline(true)
  await chooseFile(page, file)
  await openWith(page)
  await page.getByText("Sur cet appareil partagé, il s'ouvrira avec ce même code.").waitFor()
  await expectUsableInBoth(page, 'what has come to a tablet')
  const proof = await keep(page)
  await onDisk(page, 'A. T.')
  await page.getByRole('link', { name: 'Continuer ce dossier' }).click()
  await documentState(page, 'attest', 'queued')
  await lock(page)
  const needles = needlesOf(words)
  nothingOf(await inStorages(page, needles))
  await unlock(page, 'A. T.', handCode)
  await context.setOffline(false)
  await documentState(page, 'attest', 'sent')
  for (const type of documentTypes.filter(one => one !== 'attest'))
    await giveDocument(page, type, await smallPhoto(type))
  await heading(page, 'Pré-inscription effectuée').waitFor()
  expect(uploads()).toHaveLength(documentTypes.length)
  await mine.kill()
  nothingOf(inProfile(mine.profile, needles))

  await confirmArrival(own.page, proof)
  await own.page.getByText('Le dossier est effacé de cet appareil.').waitFor()
})

test('a tablet on which somebody has a dossier open takes nothing in before it is locked', async () => {
  const own = await phone(network.url).start()
  await toDocuments(own.page)
  await handOver(own.page)
  const file = await saveFile(own.page)
  const { page } = await phone(network.url).start()
  await share(page)
  await beginSealed(page)
  await page.getByRole('link', { name: 'Aide aux étudiants, accueil' }).click()
  await page.getByRole('link', { name: 'Changer de téléphone ou de tablette' }).click()
  await page.getByText("Un dossier est ouvert sur cet appareil. Verrouillez-le d'abord.").waitFor()
  expect(await field(page, 'dossier').count()).toBe(0)
  await expectUsableInBoth(page, 'a tablet on which a dossier is open')
  await page.getByRole('button', { name: 'Verrouiller', exact: true }).click()
  await page.waitForURL('**/home')
  await receive(page, file)
  expect((await rows(page)).map(({ sealed }) => sealed)).toEqual([true, true])
  await page.getByRole('link', { name: 'Continuer ce dossier' }).click()
  await field(page, 'attest').waitFor({ state: 'attached' })
  await lock(page)
  await unlock(page, 'Sans nom', secret)
  await field(page, 'anneeBac').waitFor()
})

test('a dossier that is handed over from a tablet is behind its door as before, and its student finds it handed over', async () => {
  const { page } = await phone(network.url).start()
  await share(page)
  await toSealedDocuments(page)
  await page.getByRole('link', { name: 'Aide aux étudiants, accueil' }).click()
  await page.getByRole('link', { name: 'Changer de téléphone ou de tablette' }).click()
  await press(page, 'Envoyer ce dossier')
  await field(page, 'code-choisi').fill(handCode)
  await field(page, 'code-repete').fill(handCode)
  await press(page, 'Préparer la remise')
  await expectArrived(page, 'Dossier remis')
  await page.goto('/register')
  await door(page).waitFor()
  await unlock(page, 'A. T.')
  await heading(page, 'Dossier remis').waitFor()
  await press(page, 'Reprendre ici')
  await press(page, 'Je confirme')
  await field(page, 'attest').waitFor({ state: 'attached' })
  await page.goto('/transfert')
  // Locked again: nothing of anybody.
  await heading(page, 'Recevoir un dossier').waitFor()
  expect(await page.getByText('TRAORÉ').count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Envoyer ce dossier' }).count()).toBe(0)
})
