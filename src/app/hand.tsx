import { useWindow } from '../countdown/use-window.ts'
import { reachedStep } from '../enrolment/wizard.ts'
import { wizards } from '../enrolment/wizards.ts'
import { HowLong } from '../install/how-long.tsx'
import { TellMe } from '../install/tell-me.tsx'
import type { Item } from '../outbox/item.ts'
import { PrepareScreen } from '../prepare/screen.tsx'
import { settings } from '../provider/settings.ts'
import { documentsOf } from '../rules/documents.ts'
import { VaultGate } from '../shared-device/gate.tsx'
import { enrolmentPurpose } from '../storage/sealed-dossiers.ts'
import { HandedCard, HandedScreen } from '../transfer/handed.tsx'
import { WaitingScreen } from '../waiting/screen.tsx'
import { ToInstall } from './to-install.tsx'
import { UnlessHanded } from './unless-handed.tsx'

// biome-ignore lint/performance/noBarrelFile: it names what goes into the chunk
export { ToPlace } from '../incoming/to-place.tsx'
export { ReceiptCopies } from '../receipt/copies.tsx'
export { TransferScreen } from '../transfer/screen.tsx'
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
