import { expect, test } from 'vitest'
import { describedBy } from '../../../src/ui/form.tsx'

test.each([
  ['a hint', { hint: 'x' }, undefined, 'f-otp-hint'],
  ['a fault, before its hint', { error: 'x', hint: 'x' }, true, 'f-otp-error f-otp-hint'],
  ['a refusal that stands elsewhere, before its hint', { refused: 'why', hint: 'x' }, true, 'why f-otp-hint'],
  ['nothing', {}, undefined, undefined],
])('a field is described by %s', (_, said, invalid, described) => {
  expect(describedBy('f-otp', said)).toEqual({ 'aria-invalid': invalid, 'aria-describedby': described })
})
