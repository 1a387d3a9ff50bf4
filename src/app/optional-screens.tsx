import { settings } from '../core/api/settings.ts'
import { openEnrolment } from '../core/db/dossiers.ts'
import { enrolmentPurpose } from '../core/db/encrypted-dossiers.ts'
import { useStored } from '../core/db/use-stored.ts'
import { reachedStep } from '../features/enrolment/wizard.ts'
import { wizards } from '../features/enrolment/wizards.ts'
import { useWindow } from '../features/home/use-window.ts'
import { HowLong, Invitation, TellMe } from '../features/install/invitation.tsx'
import { Pending, PrepareScreen } from '../features/prepare/screen.tsx'
import { WaitingScreen } from '../features/queue/screen.tsx'
import { UnlockGate } from '../features/shared-device/gate.tsx'
import { TransferredScreen } from '../features/transfer/transferred.tsx'
import type { Item } from '../outbox/item.ts'
import { documentsOf } from '../spec/documents.ts'
import type { Elements } from '../ui/elements.tsx'
import { lookInApp } from './in-app.page.ts'

// biome-ignore lint/performance/noBarrelFile: it names what goes into the chunk
export { memory } from '../core/db/memory.page.ts'
export { ReceiptCopies } from '../features/receipt/copies.tsx'
export { ToPlace } from '../features/share-target/screen.tsx'
export { TransferScreen } from '../features/transfer/screen.tsx'
export { TransferredCard } from '../features/transfer/transferred.tsx'
export { MemoryNotice } from './memory-notice.tsx'
export { IncomingRoute } from './share-target-route.tsx'

/** Other screens draw them as well, below their own content or in its place. */
export { HowLong, TellMe, TransferredScreen }

const { steps } = wizards[settings.wizard]
const isOver = (items: readonly Item[]) => steps[reachedStep({ steps }, items)]?.kind === 'done'

const prepareFoot = (all: boolean) => (all ? <ToInstall otherwise={<HowLong />} /> : <HowLong />)

export function PrepareRoute() {
  const { window } = useWindow(false)
  return (
    <UnlockGate purpose={enrolmentPurpose}>
      <UnlessTransferred>
        <PrepareScreen
          documents={documentsOf(settings.wizard)}
          isOver={isOver}
          opens={window?.open === true}
          foot={prepareFoot}
        />
      </UnlessTransferred>
    </UnlockGate>
  )
}

export const WaitingRoute = () => (
  <WaitingScreen
    foot={
      <>
        <TellMe />
        <HowLong />
      </>
    }
  />
)

/**
 * Another app's web view can't install the portal; there, InAppNotice shows the way to a browser.
 */
export const ToInstall = ({ otherwise }: { otherwise?: Elements }) =>
  lookInApp() ? otherwise : <Invitation otherwise={otherwise} />

const findTransferred = () =>
  openEnrolment().then(
    ({ draft }) => (draft?.transferred ? draft.id : false),
    () => false as const,
  )

/**
 * Draws its children only if the enrolment was not transferred: nothing is begun for one that was.
 */
export function UnlessTransferred({ children }: { children: Elements }) {
  const { value: transferred, again } = useStored(['transferred'], findTransferred)
  if (transferred === undefined) return <Pending />
  return transferred ? <TransferredScreen dossier={transferred} onBack={again} /> : children
}
