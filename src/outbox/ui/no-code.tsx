import { Help } from '../../ui/help.tsx'
import * as smsCodeText from './sms-code-text.ts'

/** For who waits for an SMS. */
export function NoCode() {
  return (
    <details className="help">
      <summary>{smsCodeText.noCode}</summary>
      <p>{smsCodeText.noCodeDetail}</p>
      <Help />
    </details>
  )
}
