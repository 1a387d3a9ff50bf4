import { preparePhoto } from './image/prepare.page.ts'
import { createDesk, keepGoing } from './preparation.ts'

/** The page's one desk: photos are prepared by the portal, not by a screen. */
export const desk = createDesk({
  prepare: preparePhoto,
  alone: (name, signal, work) => (navigator.locks ? navigator.locks.request(name, { signal }, work) : work()),
  after: (ms, work) => setTimeout(work, ms),
})
keepGoing(desk)
