import { digitsExactly } from '../forms/checks.ts'
import * as formText from '../forms/text.ts'
import { bareNumber } from '../rules/bare.ts'
import { otpDigits } from '../rules/limits.ts'
import * as smsCodeText from './text.ts'

/** The question for a code of an SMS, wherever it is asked (section 5). */
export const codeQuestion = {
  inputMode: 'numeric',
  bare: bareNumber,
  label: formText.code,
  hint: smsCodeText.codeHint(otpDigits),
} as const

export const codeCheck = digitsExactly(otpDigits)
