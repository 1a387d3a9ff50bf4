import { afterEach, beforeEach, test } from 'vitest'
import { OtherProvider } from '../e2e/setup/other-provider.ts'
import { alive, choose, installed } from './setup/hands.ts'
import { inEachEngine, networkFaults } from './setup/journeys.ts'

let provider: OtherProvider
beforeEach(async () => {
  provider = await new OtherProvider().start()
})
afterEach(() => provider.stop())

const routes = [
  ['/', 'Inscription des bacheliers'],
  ['/home', 'Inscription des bacheliers'],
  ['/register', 'Inscription'],
  ['/status', 'État de mon dossier'],
  ['/recepisse', 'Récépissé'],
  ['/update', 'Mise à jour effectuée'],
  ['/reclamation/MA2025TR001', 'Mise à jour de mes documents'],
  ['/une/page/inconnue', '404'],
] as const

inEachEngine(students => {
  test('a student opens every page after one visit, with the server gone', async () => {
    const tab = await students.visit({ lasting: true })
    await tab.open(`${provider.url}/home`)
    await installed(tab)
    students.allow(networkFaults)
    await provider.stop()
    for (const [path, heading] of routes) {
      await tab.open(provider.url + path)
      await tab.waitFor({ css: 'h1', text: heading })
      await alive(tab)
    }
    await tab.open(`${provider.url}/status`)
    await choose(tab, 'annee', '1920')
  })
})
