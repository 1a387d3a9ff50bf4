// biome-ignore lint/performance/noBarrelFile: it names what goes into the chunk
export { HowLong } from '../install/how-long.tsx'
export { TellMe } from '../install/tell-me.tsx'
export { PrepareScreen } from '../prepare/screen.tsx'
export { TransferScreen } from '../transfer/screen.tsx'
export { WaitingScreen } from '../waiting/screen.tsx'
export { IncomingRoute } from './incoming-route.tsx'
export { ToInstall } from './to-install.tsx'
