/** What is loaded once it is needed, as one file: a dozen small ones would cost as many round trips and compress badly. */
// biome-ignore lint/performance/noBarrelFile: it names what goes into one chunk
export { DeviceBar } from './bar.tsx'
export { DevicePanel } from './device-panel.tsx'
export { VaultScreen } from './door/vault-screen.tsx'
export { StaleDrafts } from './erasing/stale-drafts.tsx'
