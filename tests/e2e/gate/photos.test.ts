import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { documentTypes } from '../../../src/spec/documents.ts'
import { smallPhoto } from '../../photos/photographs.ts'
import { eventually, installed, offerDatabase, queue, wakeWorker } from '../setup/device.ts'
import { documentRow, documentState, giveDocument, pressInRow, sendDocument, toDocuments } from '../setup/hands.ts'
import { badNetwork, networkFaults } from '../setup/network.ts'
import { phones } from '../setup/students.ts'

const network = badNetwork()
const phone = phones(networkFaults)

const upload = 'etudiant/files/upload'
const uploads = () => network.provider.calls(upload)
const kept = (page: Page) => page.getByText('Gardée ici')

/** All five given without a network, and the phone's battery is empty. */
async function fiveAndAKill() {
  const mine = phone(network.url)
  const { page, context } = await mine.start()
  await toDocuments(page)
  await installed(page)
  await network.lose(context)
  for (const type of documentTypes) {
    await giveDocument(page, type, await smallPhoto(type))
    await documentRow(page, type).getByText('Gardée ici').waitFor()
  }
  const digests = Object.fromEntries((await queue(page)).map(({ requestKey, digest }) => [requestKey, digest]))
  await mine.kill()
  expect(uploads()).toEqual([])
  return { mine, digests }
}

const sentOnce = () => {
  expect(
    uploads()
      .map(({ body }) => body.type)
      .sort(),
  ).toEqual([...documentTypes].sort())
}

describe('photographs given without a network', () => {
  test('are on the disk in the very moment the screen says so', async () => {
    const { page } = await phone(network.url).start()
    await toDocuments(page)
    await network.link.set({ network: 'gone' })
    // Looked at by the page itself, as soon as the words stand there.
    await offerDatabase(page)
    const found = page.evaluate(
      () =>
        new Promise<number>(resolve => {
          const watcher = new MutationObserver(() => {
            if (!document.body.textContent?.includes('Gardée ici')) return
            watcher.disconnect()
            openPortail().then(database => {
              const payloads = database.transaction('payloads').objectStore('payloads')
              const variant = payloads.getAll()
              variant.onsuccess = () => resolve(variant.result.filter(body => body.includes('"image"')).length)
            })
          })
          watcher.observe(document.body, { subtree: true, childList: true, characterData: true })
        }),
    )
    await giveDocument(page, 'attest', await smallPhoto('attest'))
    expect(await found).toBe(1)
  })

  test('survive a kill and leave by themselves once the network is back, each of them once', async () => {
    const { mine } = await fiveAndAKill()
    const { page, context } = await mine.start()
    await context.setOffline(true)
    await page.goto('/register')
    await page.getByText('Continuez : 5 photos partiront dès que le réseau revient.').waitFor()
    for (const type of documentTypes) await documentState(page, type, 'queued')
    await network.find(context)
    await page.getByRole('heading', { name: 'Pré-inscription effectuée' }).waitFor()
    sentOnce()
    const matricule = network.provider.memory.students[0]?.matricule ?? ''
    for (const type of documentTypes) expect(network.provider.memory.document(matricule, type)).toBeDefined()
  })

  test('leave from the worker, woken without a page of the portal, each of them once', async () => {
    const { mine } = await fiveAndAKill()
    const { page, context } = await mine.start()
    await network.link.set({ network: 'there' })
    await wakeWorker(page, network.url)
    await eventually(() => uploads().length).toBe(documentTypes.length)
    sentOnce()
    expect(context.pages().every(open => !open.url().startsWith(network.url))).toBe(true)
    await page.goto('/register')
    await page.getByRole('heading', { name: 'Pré-inscription effectuée' }).waitFor()
    sentOnce()
  })

  test('stay with the student when the provider refuses one, and the others go on', async () => {
    const { page, witness } = await phone(network.url).start()
    witness.allow(/status of 413/)
    await toDocuments(page)
    network.provider.script(upload, { status: 413, reply: { status: 0 }, times: 1 })
    await sendDocument(page, 'carteid', await smallPhoto('carteid'), 'failed')
    await sendDocument(page, 'attest', await smallPhoto('attest'))
    await documentRow(page, 'carteid').getByText("Photo de la carte d'identité non enregistrée.").waitFor()
    await pressInRow(page, 'carteid', 'Renvoyer la même photo')
    await documentState(page, 'carteid', 'sent')
    expect(await kept(page).count()).toBe(0)
  })
})
