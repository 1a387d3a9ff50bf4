import { useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { settings } from '../core/api/settings.ts'
import { watchFragment } from '../core/platform/fragment.page.ts'
import { CheckScreen } from '../features/receipt/check-screen.tsx'
import { trustedHosts } from '../features/receipt/link.rule.ts'
import { ReceiptScreen } from '../features/receipt/screen.tsx'
import { ReclamationScreen } from '../features/reclamation/screen.tsx'
import { subjectOf } from '../features/shared-device/subject.ts'
import { StatusScreen } from '../features/status/screen.tsx'
import { useLazyPart } from '../ui/use-lazy-part.ts'
import { loadOptional, Transferred } from './lazy.tsx'

// biome-ignore lint/performance/noBarrelFile: it names what goes into the chunk
export { UpdateScreen } from '../features/reclamation/screen.tsx'

/** The screens for after an enrolment: status, corrections, receipt. */

export function StatusRoute() {
  const { years20192020, older } = settings.sites
  return (
    <StatusScreen sites={{ '1920': years20192020, anciens: older }} variant={settings.wizard} />
  )
}

export function ReclamationRoute() {
  const { matricule } = useParams({ from: '/reclamation/$matricule' })
  const subject = subjectOf(matricule)
  return (
    <ReclamationScreen
      key={subject}
      parameter={subject}
      transferred={(dossier, onBack) => (
        <Transferred as="TransferredCard" dossier={dossier} onBack={onBack} />
      )}
    />
  )
}

export function ReceiptRoute() {
  const hosts = () => trustedHosts(settings.receiptHosts, settings.bases.receipt, location.origin)
  const { part, retry } = useLazyPart(loadOptional)
  const [code, setCode] = useState<string>()
  useEffect(() => watchFragment(setCode), [])
  if (code) return <CheckScreen key={code} code={code} onEnd={() => setCode(undefined)} />
  return <ReceiptScreen hosts={hosts} Copies={part?.ReceiptCopies} retry={retry} />
}
