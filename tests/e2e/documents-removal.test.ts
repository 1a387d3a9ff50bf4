import type { Page } from 'playwright-core'
import { describe, test } from 'vitest'
import { documentTypes } from '../../src/spec/documents.ts'
import { smallPhoto } from '../photos/photographs.ts'
import { page as printed } from '../photos/pictures.ts'
import { arrived, pickId, upload } from './photos/album.ts'
import { eventually, queue } from './setup/device.ts'
import { documentRow, documentState, giveDocument, pressInRow, toDocuments } from './setup/hands.ts'
import { gate, oneProvider } from './setup/network.ts'
import { visitors } from './setup/students.ts'

/** A photo that is taken back while it is on its way, or may have arrived: the row says what is true of it (and unit/outbox, unit/documents). */

const students = visitors()
const provider = await oneProvider()

const remove = 'Retirer la photo'
const received = 'Le serveur a déjà reçu cette photo. Pour la changer, prenez-en une autre.'
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
