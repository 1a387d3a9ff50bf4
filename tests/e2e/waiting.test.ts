import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { documentTypes } from '../../src/spec/documents.ts'
import { smallPhoto } from '../photos/photographs.ts'
import { student } from './setup/answers.ts'
import { offerDatabase, queue, visitHome } from './setup/device.ts'
import { giveDocument, openRow, press, toDocuments } from './setup/hands.ts'
import { button, expectUsableInBothLights } from './setup/looks.ts'
import { badNetwork, networkFaults } from './setup/network.ts'
import { phones } from './setup/students.ts'
import { tapHome, tapTo } from './setup/ways.ts'
import { leaveUnsent, share, toEncryptedDocuments } from './shared/tablet.ts'
import { inStorages, needlesOf } from './shared/traces.ts'

/** What this device has still to send, told in one place. */

const network = badNetwork()
const phone = phones(networkFaults, /status of 503/)

const retry = 'Réessayer maintenant'
const attest = 'Attestation du baccalauréat'
const line = (page: Page, name: string) => page.locator('main li').filter({ hasText: name })
const counted = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words })

/** Three photos wait, since there is no network any more. There is an link, so that nothing tells when it is back. */
async function withThree() {
  const visit = await phone(network.url).start()
  const { page } = visit
  await visitHome(page)
  await toDocuments(page)
  await network.link.set({ network: 'gone' })
  for (const type of documentTypes.slice(0, 3)) await giveDocument(page, type, await smallPhoto(type))
  return visit
}

/** Changes what stands in the queue, past the portal: time and trouble that no test waits for. */
async function changeQueue(page: Page, change: object): Promise<void> {
  await offerDatabase(page)
  await page.evaluate(async change => {
    const database = await openPortail()
    const writing = database.transaction('queue', 'readwrite')
    const variant = writing.objectStore('queue').getAll()
    variant.onsuccess = () => {
      for (const row of variant.result)
        if (row.state === 'waiting') writing.objectStore('queue').put({ ...row, ...change }, row.id)
    }
    await new Promise(done => {
      writing.oncomplete = done
    })
    database.close()
    const tabs = new BroadcastChannel('outbox')
    tabs.postMessage({ kind: 'changed' })
    tabs.close()
  }, change)
}

describe('a student without a network', () => {
  test('finds from home what waits, by name, weight and age, reads what could be done, and sends it by a press', async () => {
    const { page } = await withThree()
    await page.getByRole('link', { name: 'Voir ce qui attend' }).waitFor()
    await tapHome(page)
    await page.getByText('3 envois ne sont pas encore arrivés').waitFor()
    await expectUsableInBothLights(page, 'home, with what waits')
    await tapTo(page, '/envois')
    await counted(page, '3 envois attendent.').waitFor()
    await expectUsableInBothLights(page, 'what waits')
    await page.getByRole('heading', { name: 'Aminata, matricule …R001' }).waitFor()
    const [first] = await queue(page)
    await changeQueue(page, { createdAt: Date.now() - 3 * 3_600_000 })
    for (const name of ["Extrait d'acte de naissance", "Pièce d'identité", "Fiche d'identification de la carte SIM"])
      await line(page, name)
        .getByText(/^Gardé ici il y a 3 h · \d+ ko$/)
        .waitFor()
    expect(first?.state).toBeDefined()
    await press(page, retry)
    await page.getByText("Pas de réseau pour le moment. Partira dès que le réseau revient. Rien n'est perdu.").waitFor()
    expect(await button(page, retry).isEnabled()).toBe(true)
    await expectUsableInBothLights(page, 'a try in vain')
    await changeQueue(page, { attempts: 4 })
    const words = /Essayez un autre réseau : en ville, en Wi-Fi, ou la nuit\./
    await page.getByText(words).waitFor()
    await page.getByText("l'équipe de votre campus").waitFor()
    await page.getByRole('link', { name: /^Appeler le/ }).waitFor()
    const viewport = page.viewportSize() ?? { width: 360, height: 740 }
    await page.setViewportSize({ width: 320, height: 568 })
    await expectUsableInBothLights(page, 'what waits and fails again, on a small phone')
    await page.setViewportSize(viewport)
    // In its row as well, which leads here.
    await tapHome(page)
    await page
      .getByRole('link', { name: /^Continuer/ })
      .first()
      .click()
    await openRow(page, 'actenaiss')
    await page.getByText(words).waitFor()
    await page.locator('[data-document="actenaiss"]').getByRole('link', { name: 'Voir ce qui attend' }).click()
    await page.waitForURL('**/envois')
    await changeQueue(page, { notBefore: Date.now() + 200_000 })
    await network.link.set({ network: 'there' })
    await press(page, retry)
    await counted(page, '3 envois sont arrivés.').waitFor()
    await page.getByText("Rien n'attend le réseau.").waitFor()
    await page.getByText("Le dernier envoi est arrivé à l'instant.").waitFor()
    expect(await button(page, retry).count()).toBe(0)
    await expectUsableInBothLights(page, 'nothing waits')
    for (const type of documentTypes.slice(0, 3))
      expect(network.provider.memory.documents.get(`${student.matricule}/${type}`), type).toHaveLength(1)
  })
})

test('on a shared device what is open has initials and names of documents, what is locked a number', async () => {
  const { page } = await phone(network.url).start()
  await share(page)
  await toEncryptedDocuments(page)
  await leaveUnsent(page, network)
  await page.getByRole('link', { name: 'Voir ce qui attend' }).click()
  await page.getByRole('heading', { name: 'Dossier de A. T.' }).waitFor()
  await line(page, attest).waitFor()
  await press(page, 'Verrouiller')
  await page.waitForURL('**/home')
  await page.goto('/envois')
  await line(page, 'Dossier de A. T.').getByText('1 envoi attend le réseau').waitFor()
  expect(await line(page, attest).count()).toBe(0)
  expect(await page.locator('main').innerText()).not.toMatch(/Aminata|R001|TRAOR/i)
  expect(await inStorages(page, needlesOf([student.matricule, 'Aminata']))).toEqual([])
})
