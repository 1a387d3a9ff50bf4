import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { smallPhoto } from '../../photos/photographs.ts'
import { page as printed } from '../../photos/pictures.ts'
import { eventually } from '../setup/device.ts'
import { documentRow, documentState, field, pressInRow, toDocuments } from '../setup/hands.ts'
import { oneProvider } from '../setup/network.ts'
import { visitors } from '../setup/students.ts'
import { pickPhoto } from './album.ts'

/** A file that the phone has still to fetch from a cloud when it is read. */

const visits = visitors()
const provider = await oneProvider()

type Clouded = typeof globalThis & { comes(name: string): void }

async function opened() {
  const visit = await visits.open('phone', provider.url)
  await visit.context.addInitScript(() => {
    const { arrayBuffer } = Blob.prototype
    const waiting = new Map<string, () => void>()
    File.prototype.arrayBuffer = async function (this: File) {
      if (this.name.startsWith('nuage')) await new Promise<void>(come => waiting.set(this.name, come))
      return arrayBuffer.call(this)
    }
    Object.assign(globalThis, { comes: (name: string) => waiting.get(name)?.() })
  })
  return visit
}

const comes = (page: Page, name: string) => page.evaluate(file => (globalThis as Clouded).comes(file), name)
const says = (page: Page) => documentRow(page, 'attest').getByText('Le téléphone va encore chercher cette photo.')

test('a photo in a cloud says so, holds up no other one, can be taken back, and is sent when it comes', async () => {
  const { page } = await opened()
  await toDocuments(page)
  const photo = await printed().jpeg().toBuffer()
  await pickPhoto(page, 'attest', photo, 'nuage-1.jpg')
  await says(page).waitFor()
  await documentState(page, 'attest', 'preparing')
  await field(page, 'carteid').setInputFiles(await smallPhoto('carteid'))
  await documentState(page, 'carteid', 'sent')
  await documentState(page, 'attest', 'preparing')
  await comes(page, 'nuage-1.jpg')
  await documentState(page, 'attest', 'sent')
  expect(await says(page).count()).toBe(0)

  await pickPhoto(page, 'attest', photo, 'nuage-2.jpg')
  await says(page).waitFor()
  await pressInRow(page, 'attest', 'Retirer la photo')
  await documentState(page, 'attest', 'sent')
  await comes(page, 'nuage-2.jpg')
  await pickPhoto(page, 'simcard', photo, 'simcard.jpg')
  await documentState(page, 'simcard', 'sent')
  expect(provider.calls('etudiant/files/upload').map(({ body }) => body.type)).toEqual(['carteid', 'attest', 'simcard'])
})

test('a dossier in a cloud says so, gives way to another one, and opens when it comes', async () => {
  const { page } = await opened()
  await page.goto('/transfert')
  const give = (name: string, text: string) =>
    field(page, 'dossier').setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) })
  const away = page.getByText("Votre téléphone n'a pas encore donné ce fichier.")
  await give('nuage-1.dossier', 'of another kind')
  await away.waitFor()
  await give('nuage-2.dossier', 'DOSSIER')
  await eventually(() => away.count()).toBe(0)
  await away.waitFor()
  await comes(page, 'nuage-1.dossier')
  await comes(page, 'nuage-2.dossier')
  // What was chosen first, and is no dossier at all, says nothing any more.
  await page.getByText("Ce dossier n'est pas arrivé en entier.").waitFor()
})
