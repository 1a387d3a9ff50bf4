import type { ComponentProps } from 'react'
import { settings } from '../core/api/settings.ts'
import { enrolmentPurpose } from '../core/db/sealed-dossiers.ts'
import { EnrolmentScreen } from '../features/enrolment/screen.tsx'
import { wizards } from '../features/enrolment/wizards.ts'
import { BegunNews as News } from '../features/home/resumable.tsx'
import { VaultGate } from '../features/shared-device/gate.tsx'
import * as notifyText from '../outbox/ui/news-text.ts'
import { Alert } from '../ui/feedback.tsx'
import { HandedScreen, HandPart, useVisits, wizardFoot } from './lazy.tsx'

// biome-ignore lint/performance/noBarrelFile: it names what goes into the chunk of the screens
export { desk } from '../documents/preparation.page.ts'
export { BegunAction } from '../features/home/resumable.tsx'
export { readBegun } from './resumable.ts'

/** What an enrolment needs: where features meet each other, the route and the configuration. */

export function RegisterRoute() {
  const [visit, again] = useVisits()
  return (
    <VaultGate purpose={enrolmentPurpose}>
      <EnrolmentScreen
        key={visit}
        plan={wizards[settings.wizard]}
        foot={wizardFoot}
        handed={dossier => <HandedScreen dossier={dossier} onBack={again} />}
      />
    </VaultGate>
  )
}

/** What happened while nobody looked is said first. */
export function BegunNews(props: ComponentProps<typeof News>) {
  const { gone } = props.begun
  return (
    <div className="stack">
      {gone && <Alert tone={gone.refused > 0 ? 'warning' : 'success'}>{notifyText.meanwhile(gone)}</Alert>}
      <News {...props} />
    </div>
  )
}

export const BegunFoot = () => (
  <>
    <HandPart of="ToPlace" />
    <HandPart of="ToInstall" />
  </>
)
