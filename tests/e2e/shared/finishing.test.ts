import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { documentTypes } from '../../../src/spec/documents.ts'
import { smallPhoto } from '../../photos/photographs.ts'
import { student } from '../setup/answers.ts'
import { eventually, installed, queue, stored } from '../setup/device.ts'
import {
  completeAnswers,
  dialog,
  documentState,
  enrol,
  field,
  fill,
  giveDocument,
  press,
  sendDocument,
  toDocuments,
} from '../setup/hands.ts'
import { badNetwork, networkFaults } from '../setup/network.ts'
import { phones } from '../setup/students.ts'
import {
  age,
  begin,
  beginEncrypted,
  choose,
  chooseSecret,
  enterSecret,
  entry,
  isLocked,
  later,
  leaveUnsent,
  lock,
  lockButton,
  onDisk,
  rows,
  secret,
  share,
  toEncryptedDocuments,
  unlock,
} from './tablet.ts'
import { inStorages, needlesOf } from './traces.ts'

const network = badNetwork()
const phone = phones(networkFaults)

async function withUnsent() {
  const { page, context } = await phone(network.url).start()
  await share(page)
  await toEncryptedDocuments(page)
  await leaveUnsent(page, network)
  return { page, context }
}

const finish = async (page: Page) => {
  await press(page, 'Terminer et effacer')
  await dialog(page).waitFor()
}

const emptied = async (page: Page) => [await stored(page, 'dossiers'), await stored(page, 'sourceFiles')]

describe('"Terminer et effacer"', () => {
  test('names what is unsent; left to go, it goes, and nothing is left', async () => {
    const { page, context } = await withUnsent()
    await finish(page)
    await dialog(page).getByText('Pas encore envoyé : Attestation du baccalauréat.').waitFor()
    await press(page, 'Annuler')
    await documentState(page, 'attest', 'queued')
    await finish(page)
    await press(page, 'Laisser partir les envois, effacer le reste')
    await isLocked(page)
    expect(await emptied(page)).toEqual([[], []])
    await network.find(context)
    await eventually(() => network.provider.memory.document(student.matricule, 'attest') !== undefined).toBe(true)
    await eventually(() => stored(page, 'queue')).toEqual([])
  })
})

describe('the switch', () => {
  test('asks a code for each dossier that was begun without it, and refuses to be turned off before the last is gone', async () => {
    const { page } = await phone(network.url).start()
    await page.goto('/register')
    await installed(page)
    await fill(page, { ...completeAnswers, numPlace: '' })
    await eventually(async () => (await rows(page)).length).toBe(1)
    await share(page)
    await page.goto('/register')
    await page.getByText('Dossiers encore sans code').waitFor()
    await press(page, 'Lui donner un code')
    await chooseSecret(page)
    await press(page, 'Protéger ce dossier')
    await page.getByText('Dossiers encore sans code').waitFor({ state: 'detached' })
    expect((await rows(page)).map(({ encrypted }) => encrypted)).toEqual([true])
    await unlock(page, 'Sans nom')
    expect(await field(page, 'phone').inputValue()).toBe(completeAnswers.phone)

    await page.getByText('Données sur cet appareil').click()
    await field(page, 'appareil-partage').click()
    await page.getByText('Il y a encore un dossier sur cet appareil.').waitFor()
    expect(await field(page, 'appareil-partage').isChecked()).toBe(true)
    await unlock(page, 'Sans nom')
    await finish(page)
    await press(page, 'Effacer ce dossier')
    await isLocked(page)
    await field(page, 'appareil-partage').click()
    await page.getByRole('button', { name: 'Effacer mes données de cet appareil' }).waitFor()
  })

  test('an encrypted draft of more than thirty days can be erased without its code, and is not before', async () => {
    const { page } = await phone(network.url).start()
    await share(page)
    await beginEncrypted(page)
    await enrol(page, 'complete')
    await onDisk(page, 'A. T.')
    await lock(page)
    expect(await page.getByRole('button', { name: 'Effacer sans code' }).count()).toBe(0)
    await age(page, { savedAt: Date.now() - 31 * 24 * 3_600_000 })
    await page.reload()
    await page.getByRole('button', { name: /^A\. T\. enregistré il y a 31 jours/ }).waitFor()
    await press(page, 'Effacer sans code')
    await page.getByText("Effacer ce dossier qui n'est pas le vôtre ?").waitFor()
    expect(await rows(page)).toHaveLength(1)
    await press(page, 'Effacer')
    await page.getByText("Aucun dossier n'est gardé sur cet appareil.").waitFor()
  })

  test('an answer about a file is kept nowhere, and the number leaves the address', async () => {
    const flags = { actNaissV: '2', pieceIdV: '0', simCardV: '2', attestBacV: '2', photoBusteV: '2' }
    const reply = { status: 0, msg: 'Pièce illisible.', matricule: student.matricule, ...flags }
    network.provider.memory.files.set(student.matricule, reply)
    const { page } = await phone(network.url).start()
    await share(page)
    await page.goto('/status')
    await fill(page, { annee: '2021', matricule: student.matricule })
    await press(page, 'Vérifier')
    await page.getByRole('link', { name: 'mettre à jour vos documents' }).click()
    await page.waitForURL('**/reclamation/-')
    await page.getByText('Dossiers protégés').waitFor()
    await begin(page)
    await sendDocument(page, 'carteid', await smallPhoto('carteid'))
    expect(
      (await stored<object>(page, 'device')).filter(kept => 'reply' in Object(kept) && 'at' in Object(kept)),
    ).toHaveLength(1)
    await lockButton(page).click()
    await page.waitForURL('**/home')

    // Found again by its letters alone, and led to its own page; a link with the number loses it, too.
    await press(page, 'Dossiers')
    await unlock(page, 'Sans nom')
    await documentState(page, 'carteid', 'sent')
    expect(new URL(page.url()).pathname).toBe('/reclamation/-')
    await press(page, 'Mettre à jour')
    await page.waitForURL('**/update')
    await eventually(() => rows(page)).toEqual([])
    await page.goto(`/reclamation/${student.matricule}`)
    await page.waitForURL('**/reclamation/-')
    await page.getByText('Dossiers protégés').waitFor()
    expect(await inStorages(page, needlesOf([student.matricule]))).toEqual([])
    await page.reload()
    await page.getByText("l'adresse ne garde pas votre numéro").waitFor()
  })
})

/** From one student to the next: nothing of the first is in the second's hands, and nothing is begun in the clear. */

test('a dossier that was finished before it had a code opens at its end, and the next one is encrypted', async () => {
  const { page } = await phone(network.url).start()
  await toDocuments(page)
  for (const type of documentTypes) await giveDocument(page, type, await smallPhoto(`fini ${type}`))
  await page.getByRole('heading', { name: 'Pré-inscription effectuée' }).waitFor()
  await press(page, 'Commencer une autre inscription')
  await field(page, 'anneeBac').waitFor()
  await share(page)
  await page.goto('/register')
  await press(page, 'Lui donner un code')
  await field(page, 'code-choisi').fill(secret)
  await field(page, 'code-repete').fill(secret)
  await press(page, 'Protéger ce dossier')
  await unlock(page, 'A. T.')
  await page.getByRole('heading', { name: 'Pré-inscription effectuée' }).waitFor()
  await press(page, 'Commencer une autre inscription')
  await entry(page).waitFor()
  expect([await rows(page), await queue(page)]).toEqual([[], []])
  await begin(page)
  await fill(page, { anneeBac: '2025' })
  await eventually(async () => (await rows(page)).map(({ encrypted }) => encrypted)).toEqual([true])
})

test('a tablet whose browser has thrown its database away is still shared', async () => {
  const { page } = await phone(network.url).start()
  await share(page)
  await page.evaluate(
    () =>
      new Promise(done => {
        indexedDB.deleteDatabase('portail').onsuccess = done
      }),
  )
  await page.goto('/register')
  await begin(page)
  await fill(page, { anneeBac: '2025' })
  await eventually(async () => (await rows(page)).map(({ encrypted }) => encrypted)).toEqual([true])
  expect(await stored(page, 'device')).toContain(true)
})

test('a code that was typed and not sent is gone with its student, also where nothing was open', async () => {
  const { page } = await phone(network.url).start()
  await page.goto('/register')
  await fill(page, { anneeBac: '2025' })
  await eventually(async () => (await rows(page)).length).toBe(1)
  await share(page)
  await beginEncrypted(page)
  await lockButton(page).click()
  await page.goto('/home')
  await press(page, 'Dossiers')
  await choose(page, 'Sans nom')
  await field(page, 'code-dossier').fill(secret)
  await page.getByText('Données sur cet appareil').click()
  await press(page, 'Lui donner un code')
  await field(page, 'code-choisi').fill(secret)
  await later(page, 121_000)
  await field(page, 'code-dossier').waitFor({ state: 'detached' })
  await field(page, 'code-choisi').waitFor({ state: 'detached' })
  await press(page, 'Dossiers')
  await choose(page, 'Sans nom')
  expect(await field(page, 'code-dossier').inputValue()).toBe('')
  // And the right one opens it all the same.
  await enterSecret(page, secret)
  await lockButton(page).waitFor()
})
