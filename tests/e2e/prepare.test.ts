import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { Dossier } from '../../src/core/db/dossier.ts'
import type { SourceFile } from '../../src/core/db/source-files.ts'
import { type DocumentType, documentTypes } from '../../src/spec/documents.ts'
import { documentPhotos, smallPhoto } from '../photos/photographs.ts'
import { heldPhone, page as printed, quadrants } from '../photos/pictures.ts'
import { crashed, near, pickId, rowButton } from './photos/album.ts'
import { pixelsOf } from './photos/studio.ts'
import { bamako, code, student } from './setup/answers.ts'
import { eventually, installed, offerDatabase, queue, stored } from './setup/device.ts'
import {
  dialog,
  documentRow,
  documentState,
  enrol,
  enterCode,
  field,
  giveDocument,
  openRow,
  press,
  pressInRow,
} from './setup/hands.ts'
import { expectUsableInBothLights } from './setup/looks.ts'
import { badNetwork, networkFaults } from './setup/network.ts'
import { phones, visitors } from './setup/students.ts'
import { openEditor } from './setup/ways.ts'
import { age, begin, entry, lock, lockButton, secret, share } from './shared/tablet.ts'
import { inProfile, inStorages, needlesOf, piecesOf } from './shared/traces.ts'

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

async function goAway(page: Page): Promise<void> {
  await installed(page)
  await network.link.set({ network: 'gone' })
  await page.context().setOffline(true)
}

async function comeBack(page: Page): Promise<void> {
  await network.link.set({ network: 'there' })
  await page.context().setOffline(false)
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
    await goAway(page)
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
    await comeBack(second)
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

  test('edits, replaces and removes what is prepared, also after a reload, and finds the row open where it stopped', async () => {
    setWindow(0, -day)
    const visit = await students.open('phone', network.url)
    const { page } = visit
    visit.witness.allow(/^crash/)
    await toPreparation(page)
    await pickId(page, 'attest', await heldPhone(6))
    await documentState(page, 'attest', 'queued')
    await pickId(page, 'carteid', await printed().jpeg().toBuffer())
    await documentState(page, 'carteid', 'queued')
    await page.reload()
    await documentState(page, 'attest', 'queued')
    const before = await prepared(page)
    await openEditor(page, 'attest')
    await dialog(page).getByRole('button', { name: "Tourner d'un quart de tour à droite" }).click()
    await dialog(page).getByRole('button', { name: 'Utiliser cette photo' }).click()
    await eventually(async () => (await prepared(page)).attest).not.toBe(before.attest)
    await documentState(page, 'attest', 'queued')
    const { at } = await pixelsOf(Buffer.from((await prepared(page)).attest ?? '', 'base64'))
    // A quarter to the right brings the lower left to the top.
    expect(near(at(60, 60), quadrants[2])).toBe(true)
    await shown(page, 'attest').waitFor()

    await pickId(page, 'carteid', await heldPhone(6))
    await eventually(async () => (await prepared(page)).carteid).not.toBe(before.carteid)
    await documentState(page, 'carteid', 'queued')
    await pressInRow(page, 'carteid', 'Retirer la photo')
    await documentState(page, 'carteid', 'empty')
    expect(await documentRow(page, 'carteid').getByText('Champ obligatoire.').count()).toBe(0)
    expect(Object.keys(await prepared(page))).toEqual(['attest'])

    // The phone's camera ends the page: it comes back to this document, which is no matter of the closed wizard.
    await openRow(page, 'simcard')
    const chooser = page.waitForEvent('filechooser')
    await rowButton(page, 'simcard', 'Prendre une photo').click()
    await chooser
    const next = await crashed(page)
    await next.goto('/home')
    await documentRow(next, 'simcard').getByText("La photo n'a pas été reçue").waitFor()
    expect(new URL(next.url()).pathname).toBe('/preparer')
    await documentState(next, 'attest', 'queued')
    expect(uploads()).toEqual([])
  })

  test('is found usable by who sees badly, with nothing and with everything prepared, in both lights', async () => {
    setWindow(0, -day)
    const { page } = await students.open('phone', network.url)
    await toPreparation(page)
    await expectUsableInBothLights(page, '/preparer, empty')
    for (const type of documentTypes) await giveDocument(page, type, await smallPhoto(type))
    for (const type of documentTypes) await documentState(page, type, 'queued')
    await expectUsableInBothLights(page, '/preparer, all ready')
    await page.goto('/home')
    await page.getByText('5 documents sur 5 sont prêts').waitFor()
    await expectUsableInBothLights(page, '/home, all ready')
    setWindow(1, day)
    await page.goto('/preparer')
    await page.locator('.head').getByRole('link', { name: "S'inscrire" }).waitFor()
    await expectUsableInBothLights(page, '/preparer, all ready and open')
  })
})

describe('what is prepared', () => {
  test('and not touched for 30 days is offered for erasure, by its names, and not before', async () => {
    setWindow(0, -day)
    const { page } = await students.open('phone', network.url)
    await toPreparation(page)
    await giveDocument(page, 'attest', await smallPhoto('attest'))
    await documentState(page, 'attest', 'queued')
    const [draft] = await stored<Dossier>(page, 'dossiers')
    expect(draft?.answers).toEqual({})
    // A photo of today touches a dossier of long ago.
    await age(page, { savedAt: Date.now() - 40 * day })
    await giveDocument(page, 'simcard', await smallPhoto('simcard'))
    await documentState(page, 'simcard', 'queued')
    const ahead = (days: number) =>
      page.addInitScript(ms => {
        const { now } = Date
        Date.now = () => now() + ms
      }, days * day)
    await ahead(29)
    await page.goto('/home')
    await page.getByText('2 documents sur 5 sont prêts').waitFor()
    expect(await page.getByText("Un brouillon n'a pas été touché").count()).toBe(0)
    await ahead(2)
    await page.goto('/home')
    await page.getByText("Un brouillon n'a pas été touché depuis longtemps (il y a 31 jours)").waitFor()
    await press(page, 'Effacer ce brouillon')
    await dialog(page)
      .getByText(
        "Ne partira pas sans vous, et sera effacé : Fiche d'identification de la carte SIM, Attestation du baccalauréat.",
      )
      .waitFor()
    await press(page, "Tout effacer, même ce qui n'est pas envoyé")
    await page.getByText("Un brouillon n'a pas été touché").waitFor({ state: 'detached' })
    expect(await stored(page, 'sourceFiles')).toEqual([])
    expect(await stored(page, 'dossiers')).toEqual([])
  })

  test('on a shared tablet lies encrypted, and leaves with its student’s enrolment', async () => {
    setWindow(0, -day)
    const tablet = phone(network.url)
    const { page } = await tablet.start()
    await share(page)
    await page.goto('/preparer')
    await begin(page)
    await goAway(page)
    for (const type of documentTypes) await giveDocument(page, type, await smallPhoto(type))
    for (const type of documentTypes) await documentState(page, type, 'queued')
    await page.getByText('Elles sont protégées par votre code').waitFor()
    // What is on its way is known from here on only by what arrives; the pieces are those of the picked files.
    const wanted = [...needlesOf([secret]), ...(await pickedPieces())]
    await lock(page)
    await entry(page).waitFor()
    expect(new URL(page.url()).pathname).toBe('/preparer')
    expect(Object.values(await prepared(page))).toEqual(documentTypes.map(() => 'sealed or not prepared'))
    expect(await inStorages(page, wanted)).toEqual([])
    expect(inProfile(tablet.profile, wanted)).toEqual([])
    await tablet.kill()

    const { page: second } = await tablet.start()
    setWindow(1, 5 * day)
    await comeBack(second)
    await second.goto('/register')
    await second.getByRole('button', { name: /enregistré/ }).click()
    await field(second, 'code-dossier').fill(secret)
    await press(second, 'Ouvrir')
    await lockButton(second).waitFor()
    await enrol(second, 'complete')
    await enterCode(second, code)
    await second.getByRole('heading', { name: 'Pré-inscription effectuée' }).waitFor({ timeout: 60_000 })
    expect(
      uploads()
        .map(({ body }) => body.type)
        .sort(),
    ).toEqual([...documentTypes].sort())
    const sent = documentTypes.flatMap(type =>
      piecesOf(type, network.provider.memory.document(student.matricule, type) ?? Buffer.alloc(0)),
    )
    expect(inProfile(tablet.profile, sent)).toEqual([])
  })

  test('is shown, and sent once, with the preparation open in one tab and the wizard in another', async () => {
    setWindow(1, 5 * day)
    const { page, context } = await students.open('phone', network.url)
    await page.goto('/preparer')
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

async function pickedPieces() {
  const pieces = documentTypes.map(async type => piecesOf(`${type}, picked`, readFileSync(await smallPhoto(type))))
  return (await Promise.all(pieces)).flat()
}
