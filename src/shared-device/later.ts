/** What is loaded once it is needed, as one file: a dozen small ones would cost as many round trips and compress badly. */
// biome-ignore lint/performance/noBarrelFile: it names what goes into one chunk
export { DeviceBar } from './bar.tsx'
export { DevicePanel } from './device-panel.tsx'
export { CodeForm } from './door/code-form.tsx'
export { FormEnd } from './door/form-end.tsx'
export { SecretField } from './door/secret-field.tsx'
export { VaultScreen } from './door/vault-screen.tsx'
export { StaleDrafts } from './erasing/stale-drafts.tsx'
