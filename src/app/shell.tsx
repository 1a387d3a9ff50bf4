import { Outlet, useLocation } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { datesKept } from '../features/home/chrono-query.ts'
import { DeviceLink } from '../features/shared-device/device-link.tsx'
import { SharedDevice } from '../features/shared-device/shared-device.tsx'
import { useLockCount } from '../features/shared-device/use-device.ts'
import { NetworkLine } from '../outbox/ui/network-line.tsx'
import type { Contacts } from '../spec/contacts.ts'
import { Weave } from '../ui/band.tsx'
import { ready } from './bridge.ts'
import { Footer } from './footer.tsx'
import { InAppNotice } from './in-app-notice.tsx'
import { Logos } from './logos.tsx'
import * as appText from './text.ts'
import { ReplacedNotice, UpdateBanner } from './update-banner.tsx'
import { useResume } from './use-resume.ts'

/** Section 1: two logos that lead home, the page, the contact details. */
export function Shell({ contacts }: { contacts: Contacts }) {
  const path = useLocation({ select: location => location.pathname })
  // A lock ends every screen, and what it held.
  const locks = useLockCount()
  const isKept = useSyncExternalStore(ready.subscribe, ready.get, () => false)
  // Without the dates enrolment counts as closed.
  const hasDates = useSyncExternalStore(datesKept.subscribe, datesKept.get, () => false)
  useResume(path)
  return (
    <>
      <a className="skip vh" href="#main">
        {appText.skip}
      </a>
      <Weave />
      <Logos />
      <NetworkLine ready={isKept && hasDates} />
      <SharedDevice />
      {/* A form that grows once its draft is there does not push the foot before somebody's eyes. */}
      <main id="main" className={path === '/register' ? 'tall' : undefined} tabIndex={-1}>
        <div className="notices stack">
          <InAppNotice path={path} />
          <UpdateBanner />
          <ReplacedNotice />
        </div>
        <Outlet key={locks} />
      </main>
      <DeviceLink />
      <Footer contacts={contacts} />
    </>
  )
}
