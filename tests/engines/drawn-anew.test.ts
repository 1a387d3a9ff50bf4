import { expect, test } from 'vitest'
import { eventually } from '../e2e/setup/device.ts'
import { gate } from '../e2e/setup/network.ts'
import { answerIn, field } from './setup/hands.ts'
import { inEachEngine, ownProvider } from './setup/journeys.ts'

const provider = ownProvider()

inEachEngine(students => {
  test('a page that was altered before React came is drawn anew with what was typed, and the cursor in it', async () => {
    // React tells of it.
    students.allow(/#418/)
    const { hold, open } = gate()
    provider.script(/assets\/react-/, { hold })
    try {
      const tab = await students.visit()
      await tab.open(`${provider.url}/recepisse`)
      await tab.type(field('matricule'), 'MA2025')
      await tab.type(field('num_place'), '10')
      await tab.run(() => {
        for (const input of document.querySelectorAll('#root input')) input.after(document.createElement('span'))
      }, undefined)
      open()
      await eventually(() => tab.run(() => document.querySelectorAll('[name="ae"] option').length, undefined)).toBe(3)
      expect(await tab.run(() => document.querySelectorAll('input + span').length, undefined)).toBe(0)
      expect(await answerIn(tab, 'matricule')).toBe('MA2025')
      const cursor = await tab.run(() => {
        const at = document.activeElement as HTMLInputElement
        return [at.name, at.value, at.selectionStart]
      }, undefined)
      expect(cursor).toEqual(['num_place', '10', 2])
    } finally {
      open()
    }
  })
})
