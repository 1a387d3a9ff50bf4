import { expect, test } from 'vitest'
import { eventually } from '../e2e/setup/device.ts'
import { receiptAnswers } from '../e2e/setup/hands.ts'
import { alive, button, fill, installed, stored } from './setup/hands.ts'
import { inEachEngine, networkFaults, ownProvider } from './setup/journeys.ts'

const provider = ownProvider()

inEachEngine(students => {
  test('a student opens the copy of a receipt with the server gone', async () => {
    const tab = await students.visit({ lasting: true })
    await tab.open(`${provider.url}/recepisse`)
    await installed(tab)
    await fill(tab, receiptAnswers)
    await tab.tap(button('Téléchargez votre récépissé'))
    await tab.tap(button('Garder une copie'))
    await tab.waitFor({ css: 'h2', text: 'Votre récépissé gardé' })
    students.allow(networkFaults)
    await provider.stop()
    await tab.open(`${provider.url}/recepisse`)
    await alive(tab)
    await tab.waitFor({ css: 'a', text: 'Ouvrir la copie' })
    await tab.waitFor({ css: 'b', text: 'Matricule …R001' })
    const link = () =>
      tab.run(() => {
        const found = [...document.querySelectorAll('a')].find(each => each.textContent === 'Ouvrir la copie')
        return [found?.protocol, found?.download || found?.target]
      }, undefined)
    await eventually(link).toEqual(['blob:', expect.stringMatching(/^(_blank|recepisse-R001\.pdf)$/)])
    await tab.tap(button('Effacer la copie'))
    await tab.tap({ css: 'dialog[open] button', text: 'Je confirme' })
    await eventually(async () => (await stored(tab, 'device', 'getAllKeys')).join()).not.toContain('receipt/')
  })
})
