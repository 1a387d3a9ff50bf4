import * as notifyText from '../../outbox/ui/notify-text.ts'
import { Alert } from '../../ui/alert.tsx'
import { formatAge } from '../../ui/format.ts'
import type { Found } from './draft.ts'
import * as wizardText from './text.ts'

interface NoticeProps {
  found: Found | undefined
  /** The wizard is at its end: there is nothing to go on with. */
  ended: boolean
}

/** What the device still had of an earlier visit, and what it no longer has. */
export function DraftNotice({ found, ended }: NoticeProps) {
  if (!found) return null
  return (
    <>
      {found.gone && (
        <Alert tone={found.gone.refused > 0 ? 'warning' : 'success'}>{notifyText.meanwhile(found.gone)}</Alert>
      )}
      {found.wiped && <Alert tone="danger">{wizardText.wiped}</Alert>}
      {found.aside > 0 && <Alert tone="warning">{wizardText.aside}</Alert>}
      {found.resumedAt !== undefined && !ended && (
        <Alert tone="info">{wizardText.resumed(formatAge(Date.now() - found.resumedAt))}</Alert>
      )}
    </>
  )
}
