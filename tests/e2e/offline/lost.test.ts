import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { smallPhoto } from '../../photos/photographs.ts'
import { devtools, eventually, offerDatabase, queue, visitHome } from '../setup/device.ts'
import { documentRow, documentState, giveDocument, sendDocument, toDocuments } from '../setup/hands.ts'
import { badNetwork, networkFaults } from '../setup/network.ts'
import { phones } from '../setup/students.ts'

/** What the browser has lost of a photo that waits, and what its student is told. */

const network = badNetwork()
const phone = phones(networkFaults)

/** The stores that have a copy of the attestation's request, of which the profile's call has copies before. */
const copies = (page: Page) =>
  page.evaluate(async () => {
    const addresses = (await (await caches.open('garde')).keys()).map(({ url }) => decodeURIComponent(url))
    return addresses
      .filter(words => words.includes('/attest"'))
      .map(words => words.split('"')[1])
      .sort()
  })

let page: Page
/** A photo waits for a provider that does not answer, in both places. */
beforeEach(async () => {
  const visit = await phone(network.url).start()
  page = visit.page
  await visitHome(page)
  await toDocuments(page)
  network.provider.script('etudiant/files/upload', { hang: true })
  await giveDocument(page, 'attest', await smallPhoto('attest'))
  await eventually(() => copies(page)).toEqual(['payloads', 'queue'])
})

/** Nothing of the portal runs while its database goes. */
async function loseDatabase(also?: () => Promise<unknown>): Promise<void> {
  await also?.()
  await page.goto('about:blank')
  const session = await devtools(page)
  await session.send('Storage.clearDataForOrigin', { origin: network.url, storageTypes: 'indexeddb' })
}

const lost = () => page.getByText("Une photo gardée ici a disparu : l'attestation du bac. Reprenez-la.")

describe('a student whose browser has lost', () => {
  test('its database finds all of it again, and reads that', async () => {
    await loseDatabase()
    await page.goto('/register')
    await page.getByText('le portail les a remises en place').waitFor()
    await documentRow(page, 'attest').waitFor()
    expect(await queue(page)).toMatchObject(expect.arrayContaining([expect.objectContaining({ requestKey: 'attest' })]))
    expect(await lost().count()).toBe(0)
  })

  test('both places is told which photo, on each page, until it has read that', async () => {
    await loseDatabase(() => page.evaluate(() => caches.delete('garde')))
    for (const path of ['/home', '/register', '/preparer', '/envois']) {
      await page.goto(path)
      await lost().waitFor()
      await page.getByText('Le navigateur a effacé ce qui était gardé').first().waitFor()
    }
    expect(await page.getByText("Rien n'attend le réseau.").count()).toBe(0)
    await page.getByRole('button', { name: "J'ai compris" }).click()
    await page.getByText("Rien n'attend le réseau.").waitFor()
    await page.goto('/home')
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await lost().count()).toBe(0)
  })

  test('eight letters of a photo sends the copy, whole', async () => {
    await alterPhoto(page)
    await network.provider.start()
    await page.goto('/register')
    await documentState(page, 'attest', 'sent')
    expect(JSON.stringify(network.provider.calls('etudiant/files/upload'))).not.toContain('WWWWWWWW')
  })

  test('eight letters of a photo, and its copy, takes it again', async () => {
    await alterPhoto(page)
    await page.evaluate(() => caches.delete('garde'))
    await network.provider.start()
    await page.goto('/register')
    await documentRow(page, 'attest').getByText('À reprendre').waitFor()
    await sendDocument(page, 'attest', await smallPhoto('simcard'))
  })
})

/**
 * While no attempt is under way, of which one that hangs in the worker would hold up all others. The provider is gone
 * then, until it starts again as usual.
 */
async function alterPhoto(page: Page): Promise<void> {
  await network.provider.stop()
  network.provider.behave()
  await page.goto('/home')
  await eventually(() => page.evaluate(async () => (await navigator.locks.query()).held)).toEqual([])
  await offerDatabase(page)
  await page.evaluate(async () => {
    const database = await openPortail()
    const payloads = database.transaction('payloads', 'readwrite').objectStore('payloads')
    const [keys, bodies] = [payloads.getAllKeys(), payloads.getAll()]
    bodies.onsuccess = () => {
      for (const [index, body] of bodies.result.entries())
        payloads.put(String(body).replace(/"image":".{8}/, '"image":"WWWWWWWW'), keys.result[index] ?? '')
    }
    await new Promise(resolve => payloads.transaction.addEventListener('complete', resolve))
    database.close()
  })
}
