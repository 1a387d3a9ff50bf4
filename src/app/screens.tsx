import { useNavigate, useParams, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Countdown } from '../countdown/countdown.tsx'
import { useWindow } from '../countdown/use-window.ts'
import { EnrolmentScreen } from '../enrolment/screen.tsx'
import { complete } from '../enrolment/wizards/complete.ts'
import { reduced } from '../enrolment/wizards/reduced.ts'
import { HomeScreen } from '../home/screen.tsx'
import { readSettings } from '../provider/settings.ts'
import { trustedHosts } from '../receipt/link.rule.ts'
import { ReceiptScreen } from '../receipt/screen.tsx'
import { ReclamationScreen } from '../reclamation/screen.tsx'

/** Where features meet each other, the route and the configuration. */

const settings = readSettings(import.meta.env)

/** The guard remembers where the student was going; once the window opens, the way goes on (section 2). */
export function HomeRoute() {
  const navigate = useNavigate()
  const target = useRouterState({ select: ({ location }) => location.state.target })
  const { window } = useWindow(target !== undefined)
  const open = window?.open === true
  useEffect(() => {
    if (open && target) navigate({ to: target, replace: true })
  }, [open, target, navigate])
  return (
    <HomeScreen
      open={open}
      waiting={target !== undefined}
      sites={settings.sites}
      countdown={<Countdown window={window} />}
    />
  )
}

export function RegisterRoute() {
  return <EnrolmentScreen plan={settings.wizard === 'complete' ? complete : reduced} />
}

export function ReclamationRoute() {
  const { matricule } = useParams({ from: '/reclamation/$matricule' })
  return <ReclamationScreen key={matricule} parameter={matricule} />
}

export function ReceiptRoute() {
  return <ReceiptScreen hosts={trustedHosts(settings.receiptHosts, settings.bases.receipt, location.origin)} />
}
