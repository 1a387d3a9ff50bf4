import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { photograph } from '../../photos/photographs.ts'
import { student } from '../setup/answers.ts'
import { eventually, everyPart, stored } from '../setup/device.ts'
import { documentState, fill } from '../setup/hands.ts'
import { badNetwork, networkFaults } from '../setup/network.ts'
import { heading } from '../setup/place.ts'
import { choice, fromGallery, shareWith, whichDocument } from '../setup/sharing.ts'
import { phones } from '../setup/students.ts'
import {
  beginEncrypted,
  entry,
  isLocked,
  lock,
  lockButton,
  nothingOf,
  rows,
  share,
  toEncryptedDocuments,
  unlock,
} from './tablet.ts'
import { inProfile, inStorages, needlesOf, piecesOf } from './traces.ts'

/** Photos that other apps share with the portal on a tablet that passes from student to student. */

const network = badNetwork()
const phone = phones(networkFaults)
const attestation = 'Attestation du baccalauréat'
const name = 'Photo de Fatoumata.jpg'

async function photoAndNeedles() {
  const path = await photograph(3, 'attest')
  return {
    photo: fromGallery(path, name),
    needles: [...needlesOf(['Fatoumata']), ...piecesOf('shared', readFileSync(path))],
  }
}

const sourceFiles = (page: Page) => stored(page, 'sourceFiles')

test('a shared photo waits before the unlock screen on no disk; its student finds the place for it, and it lies there encrypted', async () => {
  const { photo, needles } = await photoAndNeedles()
  const tablet = phone(network.url)
  const { page, context } = await tablet.start()
  await share(page)
  await toEncryptedDocuments(page)
  await lock(page)
  await everyPart(page)
  await network.lose(context)
  await shareWith(page, network.url, [photo])
  await entry(page).waitFor()
  // The worker holds it: what it has put on a disk needs no such address.
  expect(new URL(page.url()).search).toMatch(/^\?encore/)
  expect(await page.getByAltText('La photo reçue').count()).toBe(0)
  expect(await sourceFiles(page)).toEqual([])
  nothingOf(await inStorages(page, needles))
  nothingOf(inProfile(tablet.profile, needles))
  await unlock(page, 'A. T.')
  await whichDocument(page).waitFor()
  await page.getByText("Cette photo n'est pas encore gardée ici.").waitFor()
  nothingOf(await inStorages(page, needles))
  await choice(page, attestation).click()
  await heading(page, 'Vos photos ont leur place').waitFor()
  // A reload must not say that it is lost.
  await eventually(() => new URL(page.url()).search).toBe('')
  nothingOf(await inStorages(page, needles))
  nothingOf(inProfile(tablet.profile, needles))
  await page.getByRole('link', { name: "Continuer l'inscription" }).click()
  await documentState(page, 'attest', 'queued')
  await lock(page)
  await network.find(context)
  await eventually(() => network.provider.memory.document(student.matricule, 'attest')).toBeDefined()
})

test('a lock lets go of a shared photo that has no place yet, and the page says what to do about it', async () => {
  const { photo } = await photoAndNeedles()
  const { page } = await phone(network.url).start()
  await share(page)
  await beginEncrypted(page)
  await fill(page, { anneeBac: '2025' })
  await eventually(async () => (await rows(page)).length).toBe(1)
  await shareWith(page, network.url, [photo])
  await entry(page).waitFor()
  await unlock(page, 'Sans nom')
  await whichDocument(page).waitFor()
  await lockButton(page).click()
  await isLocked(page)
  await page.waitForURL('**/home')
  // Where the worker leads when nothing may lie on the disk.
  await page.goto('/partage?encore')
  await unlock(page, 'Sans nom')
  await page.getByText("La photo n'est pas arrivée.").waitFor()
  expect(await whichDocument(page).count()).toBe(0)
})

test('what was shared before the device was is gone from its disk with the switch', async () => {
  const { photo, needles } = await photoAndNeedles()
  const { page } = await phone(network.url).start()
  await page.goto('/home')
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await shareWith(page, network.url, [photo])
  await whichDocument(page).waitFor()
  expect((await sourceFiles(page)).length).toBe(1)
  await share(page)
  expect(await sourceFiles(page)).toEqual([])
  nothingOf(await inStorages(page, needles))
})
