import { expect, test } from 'vitest'
import { documentTypes } from '../../../src/spec/documents.ts'
import { smallPhoto } from '../../photos/photographs.ts'
import { eventually, queue, stored } from '../setup/device.ts'
import { field, fill, giveDocument, press, toDocuments } from '../setup/hands.ts'
import { badNetwork, networkFaults } from '../setup/network.ts'
import { phones } from '../setup/students.ts'
import {
  begin,
  beginEncrypted,
  choose,
  enterSecret,
  entry,
  later,
  lockButton,
  rows,
  secret,
  share,
  unlock,
} from './tablet.ts'

/** From one student to the next: nothing of the first is in the second's hands, and nothing is begun in the clear. */

const network = badNetwork()
const phone = phones(networkFaults)

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
