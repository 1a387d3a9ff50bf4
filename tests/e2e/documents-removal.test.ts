import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { documentTypes } from '../../src/spec/documents.ts'
import { smallPhoto } from '../photos/photographs.ts'
import { page as printed } from '../photos/pictures.ts'
import { arrived, pickId, rowButton, upload } from './photos/album.ts'
import { eventually, queue } from './setup/device.ts'
import { documentRow, documentState, giveDocument, openRow, pressInRow, toDocuments } from './setup/hands.ts'
import { gate, oneProvider } from './setup/network.ts'
import { visitors } from './setup/students.ts'

/** A photo that is taken back while it is on its way, or may have arrived: the row says what is true of it (and unit/outbox, unit/documents). */

const students = visitors()
const provider = await oneProvider()

const remove = 'Retirer la photo'
const received = 'Le serveur a déjà reçu cette photo. Pour la changer, prenez-en une autre.'
const perhaps = 'Le serveur a peut-être déjà reçu cette photo. Pour la changer, prenez-en une autre.'
const photo = await printed().jpeg().toBuffer()
const another = await printed(900, 1200).jpeg().toBuffer()

async function atDocuments() {
  const visit = await students.open('phone', provider.url)
  await toDocuments(visit.page)
  return visit
}

const says = (page: Page, text: string) => documentRow(page, 'attest').getByText(text, { exact: true }).waitFor()
const sent = () => provider.calls(upload).filter(({ body }) => body.type === 'attest')

/** The last of five is on its way, and another tab, opened since, does not hear of it. */
async function takenBackElsewhere() {
  const { page, context } = await atDocuments()
  for (const type of documentTypes) if (type !== 'attest') await giveDocument(page, type, await smallPhoto(type))
  await eventually(async () => (await queue(page)).filter(({ state }) => state === 'accepted').length).toBe(6)
  const { hold, open } = gate()
  provider.script(upload, { hold, times: 1 })
  await pickId(page, 'attest', photo)
  await eventually(() => sent().length).toBe(1)
  const other = await context.newPage()
  await other.goto('/register')
  await documentState(other, 'attest', 'queued')
  await pressInRow(other, 'attest', remove)
  await documentState(other, 'attest', 'empty')
  return { page: other, answer: open }
}

describe('a photo that is on its way', () => {
  test('can be replaced and not taken back, since the server will have it', async () => {
    const { hold, open } = gate()
    provider.script(upload, { hold, times: 1 })
    const { page } = await atDocuments()
    await pickId(page, 'attest', photo)
    await documentState(page, 'attest', 'sending')
    await openRow(page, 'attest')
    expect(await rowButton(page, 'attest', remove).count()).toBe(0)
    await pickId(page, 'attest', another)
    await eventually(async () => (await queue(page)).find(({ requestKey }) => requestKey === 'attest')?.state).toBe(
      'waiting',
    )
    open()
    await documentState(page, 'attest', 'sent')
    await arrived(provider, 'attest', 2)
  })

  test('and was taken back in that moment is told of when it has arrived, and the student stays to change it', async () => {
    const { page, answer } = await takenBackElsewhere()
    answer()
    await documentState(page, 'attest', 'sent')
    await says(page, received)
    await pickId(page, 'attest', another)
    await arrived(provider, 'attest', 2)
    await page.getByRole('heading', { name: 'Pré-inscription effectuée' }).waitFor()
  })
})

test('a photo whose answer was lost says, when it is taken back, that it may have arrived', async () => {
  const { page, witness } = await atDocuments()
  witness.allow(/net::ERR_|status of 503/)
  provider.script(upload, { status: 503, headers: { 'Retry-After': '600' } })
  const { hold, open } = gate()
  provider.script(upload, { cut: 'half', hold, times: 1 })
  await pickId(page, 'attest', photo)
  // Its last byte has left.
  const bar = documentRow(page, 'attest').locator('progress')
  await eventually(() => bar.evaluate((one: HTMLProgressElement) => one.value === one.max)).toBe(true)
  open()
  await openRow(page, 'attest')
  await documentRow(page, 'attest')
    .getByText(/Nouvel essai|dès que le réseau revient/)
    .waitFor()
  await pressInRow(page, 'attest', remove)
  await says(page, perhaps)
  await documentState(page, 'attest', 'empty')
  await pickId(page, 'attest', another)
  await documentRow(page, 'attest').getByText(perhaps).waitFor({ state: 'detached' })
})
