import { createDesk, keepGoing } from './desk.ts'
import { preparePhoto } from './image/prepare.page.ts'

/** The page's one desk: photos are prepared by the portal, not by a screen. */
export const desk = createDesk({
  prepare: preparePhoto,
  alone: (name, signal, work) => (navigator.locks ? navigator.locks.request(name, { signal }, work) : work()),
  after: (ms, work) => setTimeout(work, ms),
})
keepGoing(desk)
