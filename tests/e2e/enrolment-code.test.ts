import { describe, expect, test } from 'vitest'
import { builds } from './setup/builds.ts'
import { enrol, field, fill } from './setup/hands.ts'
import { atLeast, expectDisabled, expectMistakes, format, required } from './setup/looks.ts'
import { oneProvider } from './setup/network.ts'
import { visitors } from './setup/students.ts'

/** Section 5, step 2, in both readings. */

const students = visitors()
const providers = {
  complete: await oneProvider(builds.complete.dir),
  reduced: await oneProvider(builds.reduced.dir),
}

describe.each(['complete', 'reduced'] as const)('a student who enters the code (%s wizard)', variant => {
  test('is told what is wrong with the code', async () => {
    const { page } = await students.at(providers[variant].url, '/register')
    await enrol(page, variant)
    await expectDisabled(page, 'Continuer')
    await expectMistakes(page, 'otp', '4826', [
      ['', required],
      ['48a6', format],
      ['482', atLeast(4, 'chiffres')],
      ['48261', 'Pas plus de 4 chiffres.'],
    ])
    await fill(page, { otp: '4826' })
    await expectDisabled(page, 'Continuer', false)
    expect(await field(page, 'otp').getAttribute('inputmode')).toBe('numeric')
  })
})
