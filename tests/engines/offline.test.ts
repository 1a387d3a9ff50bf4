import { expect, test } from 'vitest'
import { eventually } from '../e2e/setup/device.ts'
import { headings } from '../e2e/setup/looks.ts'
import { alive, answerIn, choose, field, installed } from './setup/hands.ts'
import { inEachEngine, networkFaults, ownProvider } from './setup/journeys.ts'

const provider = ownProvider()

inEachEngine(students => {
  test('a student opens every page after one visit, with the server gone', async () => {
    const tab = await students.visit({ lasting: true })
    await tab.open(`${provider.url}/home`)
    await installed(tab)
    await tab.waitFor({ css: '.net span', text: 'En ligne. Prêt hors connexion.' })
    students.allow(networkFaults)
    await provider.stop()
    for (const [path, heading] of headings) {
      await tab.open(provider.url + path)
      await tab.waitFor({ css: 'h1', text: heading })
      await alive(tab)
    }
    await tab.open(`${provider.url}/status`)
    await choose(tab, 'annee', '1920')
    // As soon as the form is there, before React or after.
    await tab.open(`${provider.url}/register`)
    await choose(tab, 'anneeBac', '2025')
    await tab.type(field('phone'), '76543210')
    await alive(tab)
    await tab.waitFor({ css: '.where span', text: 'Tout est enregistré' })
    await tab.open(`${provider.url}/register`)
    await eventually(() => answerIn(tab, 'phone')).toBe('76543210')
    await alive(tab)
    expect(await answerIn(tab, 'anneeBac')).toBe('2025')
    // Left as soon as the last letter stands there, each time before or after React.
    const typed = { numPlace: '1234', numAttest: '654321' }
    for (const [name, text] of Object.entries(typed)) {
      await tab.open(`${provider.url}/register`)
      await tab.type(field(name), text)
    }
    await tab.open(`${provider.url}/register`)
    for (const [name, text] of Object.entries({ ...typed, phone: '76543210', anneeBac: '2025' }))
      await eventually(() => answerIn(tab, name)).toBe(text)
  })
})
