import { afterEach, beforeEach, expect, test } from 'vitest'
import { code, student } from '../e2e/setup/answers.ts'
import { eventually } from '../e2e/setup/device.ts'
import { completeAnswers, receiptAnswers } from '../e2e/setup/hands.ts'
import { OtherProvider } from '../e2e/setup/other-provider.ts'
import { smallPhoto } from '../photos/photographs.ts'
import { alive, button, documentState, enrol, enterCode, fill, giveDocument, installed, stored } from './setup/hands.ts'
import { inEachEngine, networkFaults } from './setup/journeys.ts'

/** A receipt at hand without a network, and what waits. */

let provider: OtherProvider
beforeEach(async () => {
  provider = await new OtherProvider().start()
})
afterEach(() => provider.stop())

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

  test('a student without a network reads what waits, and sends it by a press', async () => {
    const tab = await students.visit({ lasting: true })
    await tab.open(`${provider.url}/register`)
    await enrol(tab, completeAnswers)
    await enterCode(tab, code)
    await installed(tab)
    students.allow(networkFaults)
    await provider.stop()
    await giveDocument(tab, 'attest', await smallPhoto('attest'))
    await documentState(tab, 'attest', 'queued')
    await tab.tap({ css: 'a', text: 'Voir ce qui attend' })
    await tab.waitFor({ css: 'h2', text: 'Aminata, matricule …R001' })
    await tab.waitFor({ css: 'b', text: 'Attestation du baccalauréat' })
    await tab.waitFor({ css: '[role=status]', text: '1 envoi attend.' })
    await provider.start()
    await tab.tap(button('Réessayer maintenant'))
    await tab.waitFor({
      css: 'strong',
      text: "Rien n'attend le réseau.",
    })
    expect(provider.memory.documents.get(`${student.matricule}/attest`)).toHaveLength(1)
  })
})
