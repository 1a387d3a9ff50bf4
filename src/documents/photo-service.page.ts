import { askToPersist } from '../core/db/space.page.ts'
import { under } from '../core/platform/locks.ts'
import { preparePhoto } from './image/photo-worker.page.ts'
import { createPhotoService, keepGoing } from './photo-service.ts'

/** The page's one photo service: the portal prepares photos, not a screen. */
export const photoService = createPhotoService({
  prepare: preparePhoto,
  alone: (name, signal, work) => (navigator.locks ? under(name, { signal }, work) : work()),
  after: (ms, work) => setTimeout(work, ms),
  persist: askToPersist,
})
keepGoing(photoService)
