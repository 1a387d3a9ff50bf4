import { askForFirstLists } from './app/bring-worker.ts'
import { nextTurn } from './core/platform/turn.page.ts'

declare global {
  /** index.html has asked; the student reads there what to do. */
  var tooOld: boolean
}

/** A page that is already there is not held up: each part is evaluated in a turn of its own. */
async function start(): Promise<void> {
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no element with the id "root".')
  askForFirstLists()
  await import('./app/react.tsx')
  await nextTurn()
  await import('./app/tanstack.tsx')
  await nextTurn()
  const { hydratePage } = await import('./app/hydrate.tsx')
  await nextTurn()
  await hydratePage(root)
  document.getElementById('late')?.remove()
}

/** A page that is left gives up what it was loading, which is nobody's fault: such a page has no later. */
const momentMs = 100

// Chromium may offer to install the portal before anything else of it is there (src/features/install/use-way.ts).
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
