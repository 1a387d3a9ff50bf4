import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { documentTypes } from '../../src/spec/documents.ts'
import { smallPhoto } from '../photos/photographs.ts'
import { student } from './setup/answers.ts'
import { eventually, installed, offerDatabase, queue } from './setup/device.ts'
import { documentState, giveDocument, openRow, press, toDocuments } from './setup/hands.ts'
import { button, expectUsable, expectUsableInBothLights } from './setup/looks.ts'
import { badNetwork, networkFaults } from './setup/network.ts'
import { phones } from './setup/students.ts'
import { tapHome, tapTo } from './setup/ways.ts'
import { age, leaveUnsent, share, toEncryptedDocuments } from './shared/tablet.ts'
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
  await page.goto('/home')
  await installed(page)
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

  test('sees what is refused, what another device sends, and when a busy provider is asked again', async () => {
    const { page } = await phone(network.url).start()
    await toDocuments(page)
    network.provider.script('etudiant/files/upload', { reply: { status: 0, msg: 'Image illisible.' }, times: 1 })
    await giveDocument(page, 'attest', await smallPhoto('attest'))
    await documentState(page, 'attest', 'failed')
    network.provider.script('etudiant/files/upload', { status: 503, headers: { 'Retry-After': '90' } })
    await giveDocument(page, 'photobuste', await smallPhoto('photobuste'))
    await eventually(async () => (await queue(page)).some(({ trouble }) => trouble?.kind === 'http')).toBe(true)
    await page.getByRole('link', { name: 'Voir ce qui attend' }).click()
    await counted(page, '1 envoi attend.').waitFor()
    await line(page, attest).getByText('À refaire : Image illisible.').waitFor()
    await press(page, retry)
    await page.getByText(/panne \(erreur 503\)\. Nouvel essai dans (8\d s|9\d s|2 min)\. Rien n'est perdu\./).waitFor()
    const uploads = network.provider.calls('etudiant/files/upload').length
    await page.getByRole('link', { name: 'Le refaire' }).click()
    await page.waitForURL('**/register')
    await page.getByText("Photo de l'attestation non enregistrée.").first().waitFor()
    await page.getByRole('link', { name: 'Voir ce qui attend' }).click()
    await counted(page, '1 envoi attend.').waitFor()
    await age(page, { transferred: { at: Date.now(), id: 'ailleurs' } })
    await changeQueue(page, { held: true })
    await line(page, 'Photo de profil').getByText('Remis à un autre appareil').waitFor()
    expect(await button(page, retry).count()).toBe(0)
    expect(network.provider.calls('etudiant/files/upload')).toHaveLength(uploads)
  })
})

test('who has given nothing is told of nothing that has left, and of a photo as soon as it is prepared', async () => {
  const { page, context } = await phone(network.url).start()
  await page.goto('/envois')
  await counted(page, "Rien n'attend le réseau.").waitFor()
  expect(await page.locator('main').getByRole('link').count()).toBe(0)
  const beside = await context.newPage()
  await beside.goto(`${network.url}/preparer`)
  await giveDocument(beside, 'attest', await smallPhoto('attest'))
  await page.getByText("1 photo préparée est sur cet appareil et ne part qu'une fois votre numéro confirmé.").waitFor()
  await counted(page, "Rien n'attend le réseau.").waitFor()
  expect(await line(page, attest).count()).toBe(0)
  await expectUsable(page, 'a prepared photo, and nothing that waits')
  await page.getByRole('link', { name: 'Voir mes documents prêts' }).click()
  await page.waitForURL('**/preparer')
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
