import { expect, test } from 'vitest'
import { decryptPackage } from '../../../src/features/transfer/format.ts'
import { bamako } from '../setup/answers.ts'
import { eventually, installed, queue, stored } from '../setup/device.ts'
import { documentState, enrolToDocuments, field, press } from '../setup/hands.ts'
import { confirmArrival, expectUsableInBoth, exportDossier, receive, saveFile } from '../setup/moving.ts'
import { fileOf, picked, plant } from '../setup/moving-package.ts'
import { networkFaults, oneProvider } from '../setup/network.ts'
import { expectArrived, expectAt, heading } from '../setup/place.ts'
import { visitors } from '../setup/students.ts'
import { tapHome } from '../setup/ways.ts'
import { chooseSecret } from '../shared/tablet.ts'
import { early, late } from './half-sent.ts'

/** A dossier goes from one phone to another in a file: nothing of it is lost, and nothing is sent twice. */

const visits = visitors()
const provider = await oneProvider()
const day = 24 * 3600 * 1000

const uploads = () => provider.calls('etudiant/files/upload').map(({ body }) => body.type)

const setWindow = (statut: number, inMilliseconds: number) => {
  const resultat = { message: 'Les inscriptions ferment dans', dateHeure: bamako(inMilliseconds) }
  provider.memory.chrono = { statut, resultat }
}

test('what is handed over says so in every tab and wherever it would go on, is made anew, and sent from here once it is taken back', async () => {
  const { page, context, witness } = await visits.open('phone', provider.url)
  witness.allow(networkFaults)
  await page.goto('/transfert')
  await installed(page)
  await context.setOffline(true)
  await plant(page, { sent: early, waiting: late })
  const other = await context.newPage()
  await other.goto('/register')
  await documentState(other, 'simcard', 'queued')
  await exportDossier(page)
  await heading(other, 'Dossier remis').waitFor()

  await confirmArrival(page, 'AAA AAA')
  await page.getByText("Ce n'est pas le code d'arrivée de ce dossier. Regardez-le sur l'autre appareil.").waitFor()
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

  await page.goto('/transfert')
  await press(page, 'Refaire le fichier')
  await chooseSecret(page, 'papaye31')
  await press(page, 'Préparer la remise')
  const again = await decryptPackage(new Uint8Array(await saveFile(page)), 'papaye31')
  const states = 'items' in again ? again.items.map(({ requestKey, state }) => `${requestKey} ${state}`) : []
  expect(states).toEqual(expect.arrayContaining(late.map(type => `${type} waiting`)))

  await press(page, 'Reprendre ici')
  await expectAt(page.getByRole('heading', { name: 'Reprendre ce dossier ici ?' }))
  await expectUsableInBoth(page, 'asked before it is taken back')
  await page.keyboard.press('Escape')
  await expectAt(page.getByRole('button', { name: 'Reprendre ici' }))
  await press(page, 'Reprendre ici')
  await press(page, 'Je confirme')
  for (const type of late) await documentState(other, type, 'queued')
  expect(uploads()).toEqual([])
  await context.setOffline(false)
  await expectArrived(other, 'Pré-inscription effectuée')
  expect(uploads().sort()).toEqual([...late].sort())
})

test('what was picked or prepared before the opening is on the other phone, and sent from there once the number is confirmed', async () => {
  setWindow(0, -day)
  const attest = await picked('attest')
  const ready = { ...attest, ready: { fingerprint: 'f', wire: { gzipped: 9_000, plain: 30_000 } } }
  const file = await fileOf({ answers: {}, confirmed: false, files: [ready, await picked('simcard')] })
  const { page } = await visits.open('phone', provider.url)
  const confirmationCode = await receive(page, file)
  await page.goto('/preparer')
  for (const type of ['attest', 'simcard'] as const) await documentState(page, type, 'queued')
  expect([(await stored(page, 'sourceFiles')).length, await queue(page)]).toEqual([2, []])

  // Taken in twice, it changes nothing.
  expect(await receive(page, file)).toBe(confirmationCode)
  await page.getByText("Ce dossier était déjà ici. Rien n'a changé.").waitFor()
  setWindow(1, 5 * day)
  await page.getByRole('link', { name: 'Continuer ce dossier' }).click()
  await enrolToDocuments(page)
  for (const type of ['attest', 'simcard'] as const) await documentState(page, type, 'sent')
  await eventually(() => uploads().sort()).toEqual(['attest', 'simcard'])
})
