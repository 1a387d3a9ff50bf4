import { expect } from 'vitest'
import { describeEveryScreen } from '../setup/every-screen.ts'
import { translated, untranslated } from '../setup/translator.ts'

await describeEveryScreen({
  title: 'no screen breaks, and none keeps old words, on pages that are translated from the first paint on',
  before: translated,
  look: async (page, screen) => expect(await untranslated(page), screen).toEqual([]),
})
