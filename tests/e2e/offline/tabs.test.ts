import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { Dossier } from '../../../src/core/db/dossier.ts'
import { documentTypes } from '../../../src/spec/documents.ts'
import { smallPhoto } from '../../photos/photographs.ts'
import { student } from '../setup/answers.ts'
import { devtools, eventually, installed, queueHuge, stored, wakeWorker } from '../setup/device.ts'
import { freezingBrowsers } from '../setup/freezing.ts'
import {
  completeAnswers,
  confirm,
  dialog,
  documentState,
  enrolToDocuments,
  field,
  fill,
  giveDocument,
  toDocuments,
} from '../setup/hands.ts'
import { badNetwork, networkFaults } from '../setup/network.ts'
import { phones } from '../setup/students.ts'

const network = badNetwork()
const phone = phones(networkFaults)
const freezing = freezingBrowsers()

const upload = 'etudiant/files/upload'
const startedUploads = () => network.link.journal.filter(({ request }) => request.path.endsWith(upload)).length
const sentTypes = () => network.provider.calls(upload).map(({ body }) => String(body.type))

async function another(context: BrowserContext, url = ''): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${url}/register`)
  return page
}

/** Which of them gets the lock is the browser's choice. */
const firstToSend = (tabs: Page[]) =>
  Promise.race(tabs.map(tab => tab.waitForRequest(request => request.url().endsWith(upload)).then(() => tab)))

test('three tabs and the worker woken at once send each document once', async () => {
  const { page, context } = await phone(network.url).start()
  await toDocuments(page)
  await installed(page)
  const tabs = [page, await another(context), await another(context)]
  await network.lose(context)
  for (const type of documentTypes) await giveDocument(page, type, await smallPhoto(type))
  for (const tab of tabs) await documentState(tab, 'photobuste', 'queued')
  await network.link.set({ network: 'there', delay: 40 })
  await Promise.all([context.setOffline(false), wakeWorker(page, network.url)])
  for (const tab of tabs) await tab.getByRole('heading', { name: 'Pré-inscription effectuée' }).waitFor()
  expect(sentTypes().sort()).toEqual([...documentTypes].sort())
})

test('the tab that sends is closed in mid-transfer, and another one finishes without a press', async () => {
  const { page, context } = await phone(network.url).start()
  await toDocuments(page)
  const tabs = [page, await another(context)]
  for (const tab of tabs) await documentState(tab, 'attest', 'empty')
  await network.link.set({ up: 0 })
  const whoSends = firstToSend(tabs)
  await queueHuge(page)
  // One tab holds the lock and its transfer stands still; the others know, and do not begin their own.
  const sender = await whoSends
  await sender.getByText(/Envoi en cours · .* sur 8 Mo/).waitFor()
  for (const tab of tabs) await documentState(tab, 'attest', 'sending')
  expect(startedUploads()).toBe(1)
  await sender.close()
  // The browser ends a closed tab's transfer when it gets to it: until the next one has begun, nothing may flow.
  await eventually(startedUploads).toBe(2)
  await network.link.set({ up: Number.POSITIVE_INFINITY })
  for (const tab of tabs) if (tab !== sender) await documentState(tab, 'attest', 'sent')
  expect(sentTypes()).toEqual(['attest'])
})

test('the tab that sends is frozen in mid-transfer, another one finishes, and nothing goes twice when it thaws', async () => {
  const { page, context, witness } = await freezing()
  witness.allow(networkFaults)
  await page.goto(`${network.url}/register`)
  await enrolToDocuments(page)
  const tabs = [page, await another(context, network.url)]
  for (const tab of tabs) await documentState(tab, 'attest', 'empty')
  await network.link.set({ up: 0 })
  const whoSends = firstToSend(tabs)
  await queueHuge(page)
  const sender = await whoSends
  await sender.getByText(/Envoi en cours · .* sur 8 Mo/).waitFor()
  const lifecycle = await devtools(sender)
  await lifecycle.send('Page.setWebLifecycleState', { state: 'frozen' })
  // Its transfer has ended before the next one begins: until then, nothing may flow.
  await eventually(startedUploads).toBe(2)
  await network.link.set({ up: Number.POSITIVE_INFINITY })
  for (const tab of tabs) if (tab !== sender) await documentState(tab, 'attest', 'sent')
  await lifecycle.send('Page.setWebLifecycleState', { state: 'active' })
  await documentState(sender, 'attest', 'sent')
  // It writes, too.
  await giveDocument(sender, 'carteid', await smallPhoto('carteid'))
  await documentState(sender, 'carteid', 'sent')
  expect(sentTypes()).toEqual(['attest', 'carteid'])
})

describe('a student with the same draft in two tabs', () => {
  const draftOf = async (page: Page) => (await stored<Dossier>(page, 'dossiers'))[0]?.answers

  test('is asked once who they are, and no tab keeps a person for answers that the other has changed', async () => {
    const { page, context } = await phone(network.url).start()
    await page.goto('/register')
    await fill(page, { ...completeAnswers, ae: '' })
    await eventually(async () => (await draftOf(page))?.numPlace).toBe(completeAnswers.numPlace)
    const second = await another(context)
    await fill(page, { ae: completeAnswers.ae ?? '' })
    await dialog(page).waitFor()
    await dialog(second).waitFor()
    await confirm(page)
    await dialog(second).waitFor({ state: 'detached' })
    expect(await field(second, 'matricule').inputValue()).toBe(student.matricule)
    await fill(second, { numPlace: '99' })
    await second.getByText('Aucun bachelier ne correspond').waitFor()
    await field(page, 'matricule').waitFor({ state: 'detached' })
    expect(await field(page, 'numPlace').inputValue()).toBe('99')
  })
})
