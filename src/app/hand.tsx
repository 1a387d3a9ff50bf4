import { PrepareScreen as Prepare } from '../prepare/screen.tsx'
import { HandedCard, HandedScreen } from '../transfer/handed.tsx'
import { UnlessHanded } from './unless-handed.tsx'

// biome-ignore lint/performance/noBarrelFile: it names what goes into the chunk
export { HowLong } from '../install/how-long.tsx'
export { TellMe } from '../install/tell-me.tsx'
export { ReceiptCopies } from '../receipt/copies.tsx'
export { TransferScreen } from '../transfer/screen.tsx'
export { WaitingScreen } from '../waiting/screen.tsx'
export { IncomingRoute } from './incoming-route.tsx'
export { ToInstall } from './to-install.tsx'

export function PrepareScreen() {
  return (
    <UnlessHanded>
      <Prepare />
    </UnlessHanded>
  )
}

/** No screens of an address: what stands in the place of one. */
export const handed = { HandedScreen, HandedCard }
