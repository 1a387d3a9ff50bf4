import { nextTurn } from '../browser/turn.page.ts'
import { askForFirstLists } from '../worker/bring.ts'

declare global {
  /** index.html has asked; the student reads there what to do. */
  var tooOld: boolean
}

/** A page that is already there is not held up: each part is evaluated in a turn of its own. */
async function start(): Promise<void> {
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no element with the id "root".')
  askForFirstLists()
  await import('./react.tsx')
  await nextTurn()
  await import('./tanstack.tsx')
  await nextTurn()
  const { takeOver } = await import('./take-over.tsx')
  await nextTurn()
  await takeOver(root)
  document.getElementById('late')?.remove()
}

/** A page that is left gives up what it was loading, which is nobody's fault: such a page has no later. */
const momentMs = 100

// Chromium may offer to install the portal before anything else of it is there (src/install/offer.page.ts).
addEventListener('beforeinstallprompt', event => {
  event.preventDefault()
  globalThis.installOffer = event
})

if (!tooOld)
  start().catch(error =>
    setTimeout(() => {
      // What did not come is said now, not when patience ends.
      for (const animation of document.getElementById('late')?.getAnimations() ?? []) animation.finish()
      reportError(error)
    }, momentMs),
  )
