import { settings } from '../core/api/settings.ts'
import { enrolmentPurpose } from '../core/db/sealed-dossiers.ts'
import { EnrolmentScreen } from '../features/enrolment/screen.tsx'
import { wizards } from '../features/enrolment/wizards.ts'
import { VaultGate } from '../features/shared-device/gate.tsx'
import { HandedScreen } from './handed-later.tsx'
import { useVisits } from './use-visits.ts'
import { wizardFoot } from './wizard-foot.tsx'

// biome-ignore lint/performance/noBarrelFile: it names what goes into the chunk of the screens
export { desk } from '../documents/desk.page.ts'
export { BegunAction } from '../features/home/begun-parts.tsx'
export { BegunFoot, BegunNews } from './begun-parts.tsx'
export { readBegun } from './read-begun.ts'

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
