import { expect, test } from 'vitest'
import { eventually } from '../e2e/setup/device.ts'
import { completeAnswers } from '../e2e/setup/hands.ts'
import { button, field, fill } from './setup/hands.ts'
import { inEachEngine, ownProvider } from './setup/journeys.ts'

const provider = ownProvider()

inEachEngine(students => {
  test('Back closes a question with no, and then leaves the page; so it does where the question was answered', async () => {
    const tab = await students.visit()
    const back = () => tab.run(() => history.back(), undefined)
    const open = { css: 'dialog[open]' }
    const at = () => tab.run(() => location.pathname, undefined)
    await tab.open(`${provider.url}/home`)
    await eventually(() => tab.run(() => document.getElementById('late') === null, undefined)).toBe(true)
    await tab.tap({ css: 'a[href="/register"]' })
    await fill(tab, completeAnswers)
    await tab.waitFor(open)
    await back()
    await eventually(() => tab.sees(open)).toBe(false)
    expect(await at()).toBe('/register')
    await tab.tap(button('Relancer la recherche'))
    await tab.tap({ css: 'dialog[open] button', text: 'Je confirme' })
    await eventually(() => tab.sees(open)).toBe(false)
    await tab.tap(field('attestation'))
    await tab.tap(button('Continuer'))
    await tab.waitFor(open)
    await back()
    await eventually(() => tab.sees(open)).toBe(false)
    expect(await at()).toBe('/register')
    await back()
    await eventually(at).toBe('/home')
  })
})
