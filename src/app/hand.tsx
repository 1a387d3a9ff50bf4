import { settings } from '../core/api/settings.ts'
import { enrolmentPurpose } from '../core/db/sealed-dossiers.ts'
import { reachedStep } from '../features/enrolment/wizard.ts'
import { wizards } from '../features/enrolment/wizards.ts'
import { useWindow } from '../features/home/use-window.ts'
import { HowLong } from '../features/install/how-long.tsx'
import { TellMe } from '../features/install/tell-me.tsx'
import { PrepareScreen } from '../features/prepare/screen.tsx'
import { WaitingScreen } from '../features/queue/screen.tsx'
import { VaultGate } from '../features/shared-device/gate.tsx'
import { HandedCard, HandedScreen } from '../features/transfer/handed.tsx'
import type { Item } from '../outbox/item.ts'
import { documentsOf } from '../spec/documents.ts'
import { ToInstall } from './to-install.tsx'
import { UnlessHanded } from './unless-handed.tsx'

// biome-ignore lint/performance/noBarrelFile: it names what goes into the chunk
export { ReceiptCopies } from '../features/receipt/copies.tsx'
export { ToPlace } from '../features/share-target/to-place.tsx'
export { TransferScreen } from '../features/transfer/screen.tsx'
export { IncomingRoute } from './incoming-route.tsx'

/** They stand below what others draw, too. */
export { HowLong, TellMe, ToInstall }

/** No screens of an address: what stands in the place of one. */
export const handed = { HandedScreen, HandedCard }

const { steps } = wizards[settings.wizard]
const isOver = (items: readonly Item[]) => steps[reachedStep({ steps }, items)]?.kind === 'done'

const prepareFoot = (all: boolean) => (all ? <ToInstall otherwise={<HowLong />} /> : <HowLong />)

export function PrepareRoute() {
  const { window } = useWindow(false)
  return (
    <VaultGate purpose={enrolmentPurpose}>
      <UnlessHanded>
        <PrepareScreen
          documents={documentsOf(settings.wizard)}
          isOver={isOver}
          opens={window?.open === true}
          foot={prepareFoot}
        />
      </UnlessHanded>
    </VaultGate>
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
