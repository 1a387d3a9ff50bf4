import { test } from 'vitest'
import { headings } from '../e2e/setup/looks.ts'
import { alive, choose, installed } from './setup/hands.ts'
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
  })
})
