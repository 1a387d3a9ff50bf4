import { under } from '../core/platform/locks.ts'
import { preparePhoto } from './image/photo-worker.page.ts'
import { createPreparation, keepGoing } from './photo-service.ts'

/** The page's one preparation service: the portal prepares photos, not a screen. */
export const preparation = createPreparation({
  prepare: preparePhoto,
  alone: (name, signal, work) => (navigator.locks ? under(name, { signal }, work) : work()),
  after: (ms, work) => setTimeout(work, ms),
})
keepGoing(preparation)
