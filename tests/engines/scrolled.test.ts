import { expect, test } from 'vitest'
import { eventually } from '../e2e/setup/device.ts'
import { completeAnswers } from '../e2e/setup/hands.ts'
import { fill } from './setup/hands.ts'
import { inEachEngine, ownProvider } from './setup/journeys.ts'

const provider = ownProvider()

inEachEngine(students => {
  test('a student who scrolls on in the moment a question is answered is not taken back', async () => {
    const tab = await students.visit()
    await tab.open(`${provider.url}/register`)
    await fill(tab, completeAnswers)
    await tab.waitFor({ css: 'dialog[open] button', text: 'Je confirme' })
    await tab.run(scrollOnAtClosing, undefined)
    await tab.tap({ css: 'dialog[open] button', text: 'Je confirme' })
    await eventually(() => tab.run(() => document.title, undefined)).toMatch(/^moved/)
    expect(await tab.run(() => document.title, undefined)).toBe('moved by 0')
  })
})

/** To where nothing of what gets the focus is to be seen; the page is drawn twice before its title tells. */
function scrollOnAtClosing(): void {
  document.querySelector('dialog[open]')?.addEventListener('close', () => {
    window.scrollTo({ top: 1400, behavior: 'instant' })
    const stood = window.scrollY
    const tell = () => {
      document.title = `moved by ${window.scrollY - stood}`
    }
    requestAnimationFrame(() => requestAnimationFrame(tell))
  })
}
