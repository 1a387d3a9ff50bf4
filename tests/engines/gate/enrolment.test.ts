import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { documentTypes } from '../../../src/spec/documents.ts'
import { eventually } from '../../e2e/setup/device.ts'
import {
  sampleAnswers as answers,
  sampleMatricule as matricule,
  type StandIn,
  startStandIn,
} from '../../e2e/setup/stand-in.ts'
import { insertSegments, phoneExif } from '../../photos/exif.ts'
import { documentPhotos, photograph, smallPhoto } from '../../photos/photographs.ts'
import {
  answerIn,
  button,
  choose,
  documentState,
  enrol,
  enterCode,
  field,
  giveDocument,
  title,
} from '../setup/hands.ts'
import { inEachEngine } from '../setup/journeys.ts'

let provider: StandIn
beforeEach(async () => {
  provider = await startStandIn()
})
afterEach(() => provider.dispose())

const folder = mkdtempSync(join(tmpdir(), 'portraits-'))
const portrait = join(folder, 'portrait.jpg')
// Lying on its side as it comes from the sensor, and upright once EXIF's orientation 6 is obeyed.
beforeAll(async () => {
  const upright = sharp(await photograph(5, 'PHOTO')).extract({ left: 900, top: 0, width: 2250, height: 3000 })
  writeFileSync(portrait, insertSegments(await upright.rotate(270).jpeg().toBuffer(), phoneExif(6)))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Width by height of every picture of hers that the provider keeps, from the operator's own copy of it. */
async function storedShapes(): Promise<number[]> {
  const copy = mkdtempSync(join(tmpdir(), 'dossier-'))
  const exported = await provider.provider('export', matricule, copy)
  expect(exported.code, exported.output).toBe(0)
  const files = readdirSync(copy, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.jpg'))
  const pictures = await Promise.all(files.map(name => sharp(readFileSync(join(copy, name))).metadata()))
  rmSync(copy, { recursive: true })
  return pictures.map(({ width, height }) => width / height).sort((a, b) => a - b)
}

inEachEngine(students => {
  test('a student enrols with five photos, none of them squashed, corrects one that was rejected and has the receipt', async () => {
    const tab = await students.visit()
    await tab.open(`${provider.url}/`)
    await tab.tap({ css: 'a[href="/register"]' })
    await enrol(tab, answers)
    const code = await provider.lastCode(answers.phone)
    await enterCode(tab, code)

    const photos = { ...(await documentPhotos()), photobuste: portrait }
    for (const document of documentTypes) await giveDocument(tab, document, photos[document])
    await tab.waitFor(title('Pré-inscription effectuée'), 60_000)
    const lying = 4 / 3
    const wanted = [3 / 4, lying, lying, lying, lying]
    const stored = await storedShapes()
    expect(stored).toHaveLength(wanted.length)
    for (const [at, shape] of wanted.entries())
      expect(Math.abs((stored[at] ?? 0) / shape - 1), `shapes ${stored}`).toBeLessThan(0.02)

    await tab.open(`${provider.url}/status`)
    await choose(tab, 'annee', '2021')
    await tab.type(field('matricule'), matricule)
    await tab.tap(button('Vérifier'))
    await tab.waitFor({ css: '[data-tone="warning"]' })
    const rejected = await provider.provider('reject', matricule, 'attest', 'Photo floue')
    expect(rejected.code, rejected.output).toBe(0)
    await tab.tap(button('Vérifier'))
    await tab.tap({ css: 'a', text: 'Cliquez-ici pour mettre à jour vos documents' })
    await giveDocument(tab, 'attest', await smallPhoto('attest'))
    await documentState(tab, 'attest', 'sent')
    await tab.tap(button('Mettre à jour'))
    await tab.waitFor(title('Mise à jour effectuée'))

    await tab.open(`${provider.url}/recepisse`)
    // On the phone of the enrolment nothing is missing, not even the code.
    for (const [name, known] of Object.entries({ num_place: answers.numPlace, matricule, otp: code }))
      await eventually(() => answerIn(tab, name)).toBe(known)
    await tab.tap(button('Téléchargez votre récépissé'))
    await eventually(() => provider.log()).toMatch(/"GET","template":"\/recepisses\/\S*:token","status":200/)
  })
})
