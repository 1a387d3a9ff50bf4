import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { SourceFile } from '../../src/core/db/source-files.ts'
import { type DocumentType, documentTypes } from '../../src/spec/documents.ts'
import { documentPhotos, smallPhoto } from '../photos/photographs.ts'
import { crashed } from './photos/album.ts'
import { bamako, code } from './setup/answers.ts'
import { eventually, installed, offerDatabase, queue, stored } from './setup/device.ts'
import { documentRow, documentState, enrol, enterCode, field, giveDocument, pressInRow } from './setup/hands.ts'
import { badNetwork, networkFaults } from './setup/network.ts'
import { phones, visitors } from './setup/students.ts'

/** Documents prepared before enrolment is open, and transferred in with nothing asked twice once it is. */

const day = 24 * 3600 * 1000
const network = badNetwork()
const phone = phones(networkFaults, /status of/)
const students = visitors()
const upload = 'etudiant/files/upload'
const uploads = () => network.provider.calls(upload)

const setWindow = (statut: number, inMilliseconds: number) => {
  const resultat = { message: 'Les inscriptions ferment dans', dateHeure: bamako(inMilliseconds) }
  network.provider.memory.chrono = { statut, resultat }
}

async function toPreparation(page: Page): Promise<void> {
  await page.goto('/home')
  await page.getByText('Les inscriptions sont fermées').waitFor()
  await page.locator('.head').getByRole('link', { name: 'Préparer mes documents' }).click()
  await page.getByRole('heading', { name: 'Préparer mes documents', level: 1 }).waitFor()
  await field(page, 'attest').waitFor({ state: 'attached' })
}

/** The picture in a row, which the screen has read from the disk. */
const shown = (page: Page, type: DocumentType) => documentRow(page, type).locator('img').first()
const tally = (page: Page) => page.locator('.tally')

/** What lies there of each document, as base64, read past the portal. */
async function prepared(page: Page): Promise<Record<string, string>> {
  await offerDatabase(page)
  return page.evaluate(async () => {
    const database = await openPortail()
    const store = database.transaction('sourceFiles').objectStore('sourceFiles')
    const [keys, rows] = await Promise.all(
      [store.getAllKeys(), store.getAll()].map(
        asked =>
          new Promise<unknown[]>(done => {
            asked.onsuccess = () => done(asked.result)
          }),
      ),
    )
    database.close()
    const base64 = (bytes: ArrayBuffer) =>
      btoa(Array.from(new Uint8Array(bytes), byte => String.fromCharCode(byte)).join(''))
    const named = (keys ?? []).map((key, at) => {
      const { bytes, ready } = (rows?.[at] ?? {}) as SourceFile
      return [String(key).split('/')[1], bytes && ready ? base64(bytes) : 'sealed or not prepared']
    })
    return Object.fromEntries(named)
  })
}

const sentImages = () => Object.fromEntries(uploads().map(({ body }) => [body.type, body.image]))

describe('a student who prepares while enrolment is closed', () => {
  test('needs no network and no matricule; after a kill all is there, and leaves by itself once the number is confirmed', async () => {
    setWindow(0, -day)
    const photos = await documentPhotos()
    const mine = phone(network.url)
    const { page } = await mine.start()
    await toPreparation(page)
    await installed(page)
    await network.lose(page.context())
    await page.reload()
    await page.getByText('Ils ne seront plus demandés').waitFor()
    expect(await tally(page).textContent()).toContain('0 document sur 5 est prêt')
    for (const [at, type] of documentTypes.entries()) {
      await giveDocument(page, type, photos[type])
      await documentState(page, type, 'queued')
      await documentRow(page, type).getByText('Gardée ici').waitFor()
      await eventually(() => tally(page).textContent()).toContain(
        at === 0 ? '1 document sur 5 est prêt' : `${at + 1} documents sur 5 sont prêts`,
      )
    }
    await page.getByText("Revenez à l'ouverture des inscriptions").waitFor()
    await page.getByText('pendant 30 jours, le portail propose de les effacer').waitFor()
    expect(await queue(page)).toEqual([])
    const kept = await prepared(page)
    expect(Object.keys(kept).sort()).toEqual([...documentTypes].sort())
    expect(Object.values(kept)).not.toContain('sealed or not prepared')
    await mine.kill()

    // Still without a network: the home page leads back, and everything is there.
    const { page: second } = await mine.start()
    await second.context().setOffline(true)
    await second.goto('/home')
    await second.getByText('5 documents sur 5 sont prêts').waitFor()
    await second.locator('.head').getByRole('link', { name: 'Préparer mes documents' }).click()
    for (const type of documentTypes) {
      await documentState(second, type, 'queued')
      await shown(second, type).waitFor()
    }
    expect(await prepared(second)).toEqual(kept)

    setWindow(1, 5 * day)
    await network.find(second.context())
    await second.goto('/home')
    await second.getByText('5 documents sur 5 sont prêts').waitFor()
    await second
      .locator('.head')
      .getByRole('link', { name: /^S'inscrire/ })
      .click()
    await enrol(second, 'complete')
    expect(uploads(), 'nothing leaves before the number is confirmed').toEqual([])
    expect(await prepared(second)).toEqual(kept)
    await enterCode(second, code)
    await second.getByRole('heading', { name: 'Pré-inscription effectuée' }).waitFor({ timeout: 60_000 })
    expect(
      uploads()
        .map(({ body }) => body.type)
        .sort(),
    ).toEqual([...documentTypes].sort())
    expect(sentImages()).toEqual(kept)
    expect(await stored(second, 'sourceFiles')).toEqual([])
  })

  test('may be killed once the code is accepted, whoever sends it: the next page goes on', async () => {
    setWindow(0, -day)
    const mine = phone(network.url)
    const { page } = await mine.start()
    await toPreparation(page)
    for (const type of ['attest', 'simcard'] as const) await giveDocument(page, type, await smallPhoto(type))
    await documentState(page, 'simcard', 'queued')
    const kept = await prepared(page)
    setWindow(1, 5 * day)
    await page.goto('/register')
    await enrol(page, 'complete')
    // The page that has the code accepted ends before anything else of it is done.
    await page.route('**/otp/valide', async route => {
      await route.fetch()
      await mine.kill()
    })
    await enterCode(page, code).catch(() => undefined)
    await eventually(() => network.provider.calls('etudiant/otp/valide').length).toBe(1)
    const { page: second } = await mine.start()
    await second.goto('/status')
    await eventually(() => Object.keys(sentImages()).length, 60_000).toBe(2)
    await second.goto('/register')
    for (const type of ['attest', 'simcard'] as const) await documentState(second, type, 'sent')
    // The killed page may have sent one whose answer it did not live to hear: the very same request goes out again.
    expect(sentImages()).toEqual(kept)
    expect(new Set(uploads().map(({ body }) => JSON.stringify(body))).size).toBe(2)
    await documentState(second, 'carteid', 'empty')
  })

  test('is brought back to the document whose picture the camera was taking when it ended the page', async () => {
    setWindow(0, -day)
    const { page, witness } = await students.open('phone', network.url)
    witness.allow(/^crash/)
    await toPreparation(page)
    await giveDocument(page, 'attest', await smallPhoto('attest'))
    await documentState(page, 'attest', 'queued')
    await Promise.all([page.waitForEvent('filechooser'), pressInRow(page, 'simcard', 'Prendre une photo')])
    const next = await crashed(page)
    // Home leads there, and not to the closed wizard.
    await next.goto('/home')
    await documentRow(next, 'simcard').getByText("La photo n'a pas été reçue").waitFor()
    expect(new URL(next.url()).pathname).toBe('/preparer')
    await documentState(next, 'attest', 'queued')
    expect(uploads()).toEqual([])
  })
})

describe('what is prepared', () => {
  test('is shown, and sent once, with the preparation open in one tab and the wizard in another', async () => {
    setWindow(1, 5 * day)
    const { page, context } = await students.at(network.url, '/preparer')
    await giveDocument(page, 'attest', await smallPhoto('attest'))
    await documentState(page, 'attest', 'queued')
    const wizard = await context.newPage()
    await wizard.goto('/register')
    await enrol(wizard, 'complete')
    await enterCode(wizard, code)
    await documentState(wizard, 'attest', 'sent')
    await documentState(page, 'attest', 'sent')
    expect(await page.getByText('Rien ne part maintenant').count()).toBe(0)
    // From here on the page sends what it is given, and both show it.
    await giveDocument(page, 'simcard', await smallPhoto('simcard'))
    await documentState(wizard, 'simcard', 'sent')
    expect(
      uploads()
        .map(({ body }) => body.type)
        .sort(),
    ).toEqual(['attest', 'simcard'])
  })
})
