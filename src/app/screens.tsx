import { useParams } from '@tanstack/react-router'
import { useReducer } from 'react'
import { EnrolmentScreen } from '../enrolment/screen.tsx'
import { wizards } from '../enrolment/wizards.ts'
import { settings } from '../provider/settings.ts'
import { trustedHosts } from '../receipt/link.rule.ts'
import { ReceiptScreen } from '../receipt/screen.tsx'
import { ReclamationScreen } from '../reclamation/screen.tsx'
import { VaultGate } from '../shared-device/gate.tsx'
import { subjectOf } from '../shared-device/session/subject.ts'
import { StatusScreen } from '../status/screen.tsx'
import { enrolmentPurpose } from '../storage/sealed-dossiers.ts'
import { HandedCard, HandedScreen } from './handed-later.tsx'
import { useHand } from './use-hand.ts'
import { wizardFoot } from './wizard-foot.tsx'

// biome-ignore lint/performance/noBarrelFile: it names what goes into the chunk of the screens
export { desk } from '../documents/desk.page.ts'
export { BegunAction } from '../home/begun-parts.tsx'
export { UpdateScreen } from '../update/screen.tsx'
export { BegunFoot, BegunNews } from './begun-parts.tsx'
export { readBegun } from './read-begun.ts'

/** Where features meet each other, the route and the configuration. */

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

export function StatusRoute() {
  const { years20192020, older } = settings.sites
  return <StatusScreen sites={{ '1920': years20192020, anciens: older }} reading={settings.wizard} />
}

export function ReclamationRoute() {
  const { matricule } = useParams({ from: '/reclamation/$matricule' })
  const subject = subjectOf(matricule)
  const [visit, again] = useVisits()
  return (
    <ReclamationScreen
      key={subject + visit}
      parameter={subject}
      handed={dossier => <HandedCard dossier={dossier} onBack={again} />}
    />
  )
}

export function ReceiptRoute() {
  const hosts = () => trustedHosts(settings.receiptHosts, settings.bases.receipt, location.origin)
  return <ReceiptScreen hosts={hosts} Copies={useHand()?.ReceiptCopies} />
}

/** As a key, it has a screen read anew what lies on the disk. */
const useVisits = () => useReducer((visits: number) => visits + 1, 0)
