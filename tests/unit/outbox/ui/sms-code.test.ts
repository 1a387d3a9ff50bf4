import { expect, test } from 'vitest'
import { smsCodeFault } from '../../../../src/outbox/ui/sms-code-form.tsx'
import { bareSmsCode } from '../../../../src/spec/bare.ts'

test.each([
  ['', 'Champ obligatoire.'],
  ['12a4', 'Format non valide.'],
  ['123', 'Pas moins de 4 chiffres.'],
  ['1234', undefined],
  ['12345', 'Pas plus de 4 chiffres.'],
])('a student who gives the code "%s" is told %s', (code, message) => expect(smsCodeFault(code)).toBe(message))

test('a code takes the digits of every keyboard', () => expect(bareSmsCode('１２３٤')).toBe('1234'))
