import type { ComponentProps } from 'react'
import { settings } from '../core/api/settings.ts'
import { enrolmentPurpose } from '../core/db/encrypted-dossiers.ts'
import { EnrolmentScreen } from '../features/enrolment/screen.tsx'
import { wizards } from '../features/enrolment/wizards.ts'
import { ResumableNews as News } from '../features/home/resumable.tsx'
import { UnlockGate } from '../features/shared-device/gate.tsx'
import * as notifyText from '../outbox/ui/news-text.ts'
import { Alert } from '../ui/feedback.tsx'
import { OptionalPart, Transferred, wizardFooter } from './lazy.tsx'

// biome-ignore lint/performance/noBarrelFile: it names what goes into the chunk of the screens
export { photoService } from '../documents/photo-service.page.ts'
export { ResumableAction } from '../features/home/resumable.tsx'
export { readResumable } from './resumable.ts'

/**
 * What an enrolment needs: connects features with each other, with the route and with the
 * configuration.
 */

export const RegisterRoute = () => (
  <UnlockGate purpose={enrolmentPurpose}>
    <EnrolmentScreen
      plan={wizards[settings.wizard]}
      foot={wizardFooter}
      transferred={(dossier, onBack) => (
        <Transferred as="TransferredScreen" dossier={dossier} onBack={onBack} />
      )}
    />
  </UnlockGate>
)

/** Announces first what happened while the student was away. */
export function ResumableNews(props: ComponentProps<typeof News>) {
  const { gone } = props.resumable
  return (
    <div className="stack">
      {gone && (
        <Alert tone={gone.refused > 0 ? 'warning' : 'success'}>{notifyText.meanwhile(gone)}</Alert>
      )}
      <News {...props} />
    </div>
  )
}

export const ResumableFoot = () => (
  <>
    <OptionalPart of="ToPlace" />
    <OptionalPart of="ToInstall" />
  </>
)
