// biome-ignore lint/performance/noBarrelFile: it names what goes into the chunk
export { IncomingScreen } from '../incoming/screen.tsx'
export { PrepareScreen } from '../prepare/screen.tsx'
export { TransferScreen } from '../transfer/screen.tsx'
export { WaitingScreen } from '../waiting/screen.tsx'
