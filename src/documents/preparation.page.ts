import { runUnderLock } from '../core/platform/locks.ts'
import { preparePhoto } from './image/prepare.page.ts'
import { createPreparation, keepGoing } from './preparation.ts'

/** The page's one preparation service: the portal prepares photos, not a screen. */
export const preparation = createPreparation({
  prepare: preparePhoto,
  alone: (name, signal, work) => (navigator.locks ? runUnderLock(name, { signal }, work) : work()),
  after: (ms, work) => setTimeout(work, ms),
})
keepGoing(preparation)
