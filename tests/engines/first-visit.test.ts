import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../e2e/setup/device.ts'
import { type StandIn, startStandIn } from '../e2e/setup/stand-in.ts'
import { alive, choose, installed } from './setup/hands.ts'
import { inEachEngine, networkFaults } from './setup/journeys.ts'
import type { Tab } from './setup/tab.ts'

/** Against the provider that refuses every call whose cross-site token is missing (section 6). */

let provider: StandIn
beforeAll(async () => {
  provider = await startStandIn()
})
afterAll(() => provider.dispose())

async function choosesFromEveryList(tab: Tab): Promise<void> {
  await choose(tab, 'anneeBac', '2026')
  await choose(tab, 'serie', 'TSE')
  await choose(tab, 'ae', 'BKORD')
  await choose(tab, 'tuteur', 'NINA')
}

const lines = (pattern: RegExp) => provider.log().match(pattern)?.length ?? 0

/** Of all calls until now: what the provider prints comes through a pipe, and in the order in which it was printed. */
async function listsAsked(): Promise<number> {
  const marks = lines(/unknownCall/g)
  await fetch(`${provider.url}/2021/v1/mark`, { method: 'POST' })
  await eventually(() => lines(/unknownCall/g)).toBeGreaterThan(marks)
  return lines(/etudiant\/(?:statut\/)?liste\/|etudiant\/pieces\//g)
}

const isControlled = () => navigator.serviceWorker.controller !== null

inEachEngine(students => {
  test.each([
    ['a student comes', { lasting: true }],
    ['a student comes in a private window', { isPrivate: true }],
  ])('%s for the first time and for the second, and chooses from every list', async (_, window) => {
    const tab = await students.visit(window)
    await tab.open(`${provider.url}/register`)
    await choosesFromEveryList(tab)
    await installed(tab)
    // What the page calls kept is there when it is left; WebKit writes nothing any more of a page that is being left.
    await tab.waitFor({ css: '.where span', text: 'Tout est enregistré' })
    await tab.open(`${provider.url}/home`)
    await alive(tab)
    expect(await tab.run(isControlled, undefined)).toBe(true)
    // What was begun brings the screens' file; a browser complains of one that a page was left for.
    await tab.waitFor({ css: '.head a[href="/register"] small' })
    await tab.open(`${provider.url}/register`)
    await choosesFromEveryList(tab)
    expect(await tab.sees({ css: '[role="alert"]' })).toBe(false)
  })

  test('a student who comes again on the same day asks for no list', async () => {
    const tab = await students.visit({ lasting: true })
    const before = await listsAsked()
    await tab.open(`${provider.url}/home`)
    await installed(tab)
    expect(await listsAsked()).toBe(before + 5)
    for (let visit = 0; visit < 2; visit += 1) {
      await tab.open(`${provider.url}/register`)
      await choosesFromEveryList(tab)
      await tab.waitFor({ css: '.where span', text: 'Tout est enregistré' })
    }
    expect(await listsAsked()).toBe(before + 5)
  })

  test('a student who only saw the home page has every list to choose from without a network', async () => {
    const tab = await students.visit({ lasting: true })
    await tab.open(`${provider.url}/home`)
    await installed(tab)
    students.allow(networkFaults)
    await provider.stop()
    await tab.open(`${provider.url}/register`)
    await choosesFromEveryList(tab)
    await provider.start()
  })
})
