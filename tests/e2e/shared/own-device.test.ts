import { describe, expect, test } from 'vitest'
import type { Dossier } from '../../../src/core/db/dossier.ts'
import { documentTypes } from '../../../src/spec/documents.ts'
import { smallPhoto } from '../../photos/photographs.ts'
import { code, student } from '../setup/answers.ts'
import { eventually, installed, stored } from '../setup/device.ts'
import { completeAnswers, field, fill, giveDocument, phone as number, press, toDocuments } from '../setup/hands.ts'
import { badNetwork, networkFaults } from '../setup/network.ts'
import { phones } from '../setup/students.ts'
import { age, leaveUnsent } from './tablet.ts'
import { inStorages, needlesOf, piecesOf } from './traces.ts'

const network = badNetwork()
const phone = phones(networkFaults)
const all = ['dossiers', 'sourceFiles', 'queue', 'payloads', 'device'] as const

describe('on an own phone', () => {
  test('a code that has served leaves the draft, and the photos of a finished dossier are gone', async () => {
    const { page } = await phone(network.url).start()
    await toDocuments(page)
    await eventually(async () => (await stored<Dossier>(page, 'dossiers'))[0]?.answers.phone).toBe(number)
    await eventually(async () => (await stored<Dossier>(page, 'dossiers'))[0]?.answers.otp).toBeUndefined()
    expect(JSON.stringify(await stored(page, 'payloads'))).not.toContain(code)
    const photos = await Promise.all(documentTypes.map(type => smallPhoto(`fini ${type}`)))
    for (const [index, type] of documentTypes.entries()) await giveDocument(page, type, photos[index] ?? '')
    await page.getByRole('heading', { name: 'Pré-inscription effectuée' }).waitFor()
    expect([await stored(page, 'sourceFiles'), await stored(page, 'payloads')]).toEqual([[], []])
    const sent = documentTypes.flatMap(type =>
      piecesOf(type, network.provider.memory.document(student.matricule, type) ?? Buffer.alloc(0)),
    )
    expect(await inStorages(page, sent)).toEqual([])
  })

  test('everything is erased without a network; what is unsent is named before', async () => {
    const { page, context } = await phone(network.url).start()
    await toDocuments(page)
    await installed(page)
    await leaveUnsent(page, network)
    await page.getByText('Données sur cet appareil').click()
    await press(page, 'Effacer mes données de cet appareil')
    await page.getByText('Pas encore envoyé, et perdu si vous effacez : Attestation du baccalauréat.').waitFor()
    await press(page, 'Annuler')
    expect((await stored(page, 'payloads')).length).toBe(1)
    await press(page, 'Effacer mes données de cet appareil')
    await press(page, 'Effacer')
    await page.getByText('Vos données ont été effacées de cet appareil.').waitFor()
    const left = async () => (await Promise.all(all.map(name => stored(page, name)))).flat()
    expect(JSON.stringify(await left())).not.toContain(student.matricule)
    expect(await stored(page, 'dossiers')).toEqual([])
    expect(await inStorages(page, needlesOf([student.nom, number, student.matricule]))).toEqual([])
    // Until when the provider lets students in is nobody's.
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['portail-ouvert'])

    // And the next enrolment begins as on a new phone.
    await network.find(context)
    await page.goto('/register')
    await fill(page, { anneeBac: completeAnswers.anneeBac ?? '' })
    await eventually(async () => (await stored<Dossier>(page, 'dossiers')).length).toBe(1)
    expect(await page.getByText('Le navigateur a effacé').count()).toBe(0)
    expect(network.provider.calls('etudiant/files/upload')).toEqual([])
  })

  test('another tab gives up what it still had when everything is erased', async () => {
    const { page, context } = await phone(network.url).start()
    // Before any page, whose times would not fit together else.
    await page.clock.install()
    await page.goto('/register')
    await fill(page, { anneeBac: '2025' })
    await eventually(async () => (await stored(page, 'dossiers')).length).toBe(1)
    const other = await context.newPage()
    await other.goto('/home')
    await other.getByText('Données sur cet appareil').click()
    await press(other, 'Effacer mes données de cet appareil')
    // Its clock stands still as well then.
    await other.getByRole('button', { name: 'Effacer', exact: true }).waitFor()
    // Typed, and not written: this page's clock stands still. It is to be written when the page goes away.
    await page.clock.pauseAt(new Date((await page.evaluate(() => Date.now())) + 1_000))
    await fill(page, { numAttest: '204518' })
    expect((await stored<Dossier>(page, 'dossiers'))[0]?.answers.numAttest).toBeUndefined()
    await press(other, 'Effacer')
    await eventually(() => stored(other, 'dossiers')).toEqual([])
    await page.clock.resume()
    await other.getByText('Vos données ont été effacées de cet appareil.').waitFor()
    await page.waitForURL('**/home')
    await page.clock.runFor(1_000)
    expect(await stored(other, 'dossiers')).toEqual([])
  })

  test('a draft that nobody touched for thirty days is offered for erasure, and is never erased by itself', async () => {
    const { page } = await phone(network.url).start()
    await page.goto('/register')
    await fill(page, { anneeBac: '2025' })
    await eventually(async () => (await stored(page, 'dossiers')).length).toBe(1)
    await page.goto('/home')
    await age(page, { savedAt: Date.now() - 29 * 24 * 3_600_000 })
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await age(page, { savedAt: Date.now() - 31 * 24 * 3_600_000 })
    await page.reload()
    await page.getByText("Un brouillon n'a pas été touché depuis longtemps (il y a 31 jours)").waitFor()
    expect(await stored(page, 'dossiers')).toHaveLength(1)
    await press(page, 'Le garder')
    await page.getByText("Un brouillon n'a pas été touché").waitFor({ state: 'detached' })
    expect(await stored(page, 'dossiers')).toHaveLength(1)
    await age(page, { savedAt: Date.now() - 31 * 24 * 3_600_000 })
    await page.reload()
    await press(page, 'Effacer ce brouillon')
    await press(page, 'Effacer ce dossier')
    await eventually(() => stored(page, 'dossiers')).toEqual([])
    // The dialog's own way back over its entry would end the way to another page.
    await eventually(() => page.evaluate(() => history.state?.covers)).toBeUndefined()
    await page.goto('/register')
    await field(page, 'anneeBac').waitFor()
    expect(await field(page, 'anneeBac').inputValue()).toBe('')
  })
})
