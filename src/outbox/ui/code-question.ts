import { bareNumber } from '../../spec/bare.ts'
import { digitsExactly } from '../../spec/checks.ts'
import * as formText from '../../spec/checks-text.ts'
import { otpDigits } from '../../spec/limits.ts'
import * as smsCodeText from './sms-code-text.ts'

/** The question for a code of an SMS, wherever it is asked (section 5). */
export const codeQuestion = {
  inputMode: 'numeric',
  bare: bareNumber,
  label: formText.code,
  hint: smsCodeText.codeHint(otpDigits),
} as const

export const codeCheck = digitsExactly(otpDigits)
