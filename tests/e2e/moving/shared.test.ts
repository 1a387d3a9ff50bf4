import { expect, test } from 'vitest'
import { confirmationCodeOf } from '../../../src/features/transfer/export-dossier.ts'
import { decryptPackage } from '../../../src/features/transfer/format.ts'
import type { TransferPackage } from '../../../src/features/transfer/schema.ts'
import { smallPhoto } from '../../photos/photographs.ts'
import { eventually, queue, stored, wakeWorker } from '../setup/device.ts'
import { press, sendDocument } from '../setup/hands.ts'
import { roundTrip } from '../setup/looks.ts'
import { confirmArrival, expectUsableInBoth, handCode, saveFile } from '../setup/moving.ts'
import { badNetwork, networkFaults } from '../setup/network.ts'
import { expectArrived, heading } from '../setup/place.ts'
import { phones } from '../setup/students.ts'
import { tapHome } from '../setup/ways.ts'
import { chooseSecret, entry, leaveUnsent, rows, share, toEncryptedDocuments, unlock } from '../shared/tablet.ts'

/** Between the tablet of a campus, on which nothing lies in the clear, and the student's own phone. */

const network = badNetwork()
const phone = phones(networkFaults)

const uploads = () => network.provider.calls('etudiant/files/upload').map(({ body }) => body.type)

test('what is handed over from a tablet stays, also when the worker is woken; it is behind its unlock screen as before, and erased for its code of arrival', async () => {
  const { page, context } = await phone(network.url).start()
  await share(page)
  await toEncryptedDocuments(page)
  await sendDocument(page, 'carteid', await smallPhoto('carteid'))
  await leaveUnsent(page, network)
  // By taps: a page that is loaded anew is locked.
  await tapHome(page)
  await page.getByRole('link', { name: 'Changer de téléphone ou de tablette' }).click()
  await press(page, 'Envoyer ce dossier')
  await chooseSecret(page, handCode)
  await press(page, 'Préparer la remise')
  await expectArrived(page, 'Dossier remis')
  await expectUsableInBoth(page, 'handed over from a tablet')
  const pkg = (await decryptPackage(new Uint8Array(await saveFile(page)), handCode)) as TransferPackage
  const states = pkg.items.map(({ requestKey, state, body }) => [requestKey, state, body !== undefined])
  expect(states.sort()).toEqual([
    ['attest', 'waiting', true],
    ['carteid', 'accepted', false],
    ['code', 'accepted', false],
    ['save', 'accepted', false],
  ])
  await network.find(context)
  await wakeWorker(page, network.url)
  await roundTrip(page)
  expect(uploads()).toEqual(['carteid'])

  await page.goto('/transfert')
  // Locked again: nothing of anybody.
  await heading(page, 'Recevoir un dossier').waitFor()
  expect(await page.getByText('TRAORÉ').count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Envoyer ce dossier' }).count()).toBe(0)
  await page.goto('/register')
  await entry(page).waitFor()
  await unlock(page, 'A. T.')
  await heading(page, 'Dossier remis').waitFor()
  await confirmArrival(page, await confirmationCodeOf(pkg))
  await eventually(() => rows(page)).toEqual([])
  expect([await queue(page), await stored(page, 'payloads')]).toEqual([[], []])
  expect(uploads()).toEqual(['carteid'])
})
