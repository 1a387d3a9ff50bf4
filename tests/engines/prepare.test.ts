import { expect, test } from 'vitest'
import { documentTypes } from '../../src/spec/documents.ts'
import { bamako, code, student } from '../e2e/setup/answers.ts'
import { eventually } from '../e2e/setup/device.ts'
import { completeAnswers } from '../e2e/setup/hands.ts'
import { documentPhotos } from '../photos/photographs.ts'
import { button, documentState, enrol, field, giveDocument, stored, title } from './setup/hands.ts'
import { inEachEngine, ownProvider } from './setup/journeys.ts'

/** Prepared while the window is closed, transferred in once it opens: in the other engines as in Chromium. */

const day = 24 * 3_600_000
const provider = ownProvider()

const setWindow = (statut: number, inMilliseconds: number) => {
  provider.memory.chrono = { statut, resultat: { message: 'Jusqu’au', dateHeure: bamako(inMilliseconds) } }
}
const uploads = () => provider.calls('etudiant/files/upload')

inEachEngine(students => {
  test('five documents prepared before the opening leave by themselves once the number is confirmed', async () => {
    setWindow(0, -day)
    const tab = await students.visit()
    await tab.open(`${provider.url}/home`)
    await tab.tap({ css: '.head a[href="/preparer"]' })
    await tab.waitFor(title('Préparer mes documents'))
    const photos = await documentPhotos()
    for (const type of documentTypes) {
      await giveDocument(tab, type, photos[type])
      await documentState(tab, type, 'queued')
    }
    await tab.open(`${provider.url}/home`)
    await tab.waitFor({ css: 'strong', text: '5 documents sur 5 sont prêts.' })
    expect(await stored(tab, 'sourceFiles', 'getAllKeys')).toHaveLength(5)

    setWindow(1, 5 * day)
    await tab.open(`${provider.url}/register`)
    await enrol(tab, completeAnswers)
    expect(uploads()).toEqual([])
    await tab.type(field('otp'), code)
    await tab.tap(button('Continuer'))
    await tab.waitFor(title('Pré-inscription effectuée'), 60_000)
    expect(
      uploads()
        .map(({ body }) => body.type)
        .sort(),
    ).toEqual([...documentTypes].sort())
    for (const type of documentTypes)
      expect(provider.memory.document(student.matricule, type)?.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]))
    await eventually(() => stored(tab, 'sourceFiles', 'getAllKeys')).toEqual([])
  })
})
