/**
 * Lazy parts in one chunk: a dozen small files would cost as many round trips and compress badly.
 */
// biome-ignore lint/performance/noBarrelFile: it names what goes into one chunk
export { DeviceBar, DevicePanel } from './bar.tsx'
export { CodeForm } from './code-form.tsx'
export { FormEnd, SecretField } from './form-parts.tsx'
export { StaleDrafts } from './stale-drafts.tsx'
export { UnlockScreen } from './unlock-screen.tsx'
