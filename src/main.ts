import { askForFirstLists } from './app/bring-worker.ts'
import { beginForm } from './app/early-form.ts'
import { createTakeOver, type Learned } from './app/take-over.page.ts'
import { nextPaint } from './core/platform/paint.page.ts'
import { nextTurn } from './core/platform/turn.ts'
import { isPacked } from './ui/packed.page.ts'

declare global {
  /**
   * Set by a script in index.html if this browser is too old; index.html then tells the student
   * what to do.
   */
  var tooOld: boolean
  /** Has React's files come, if they are not on their way yet (build/after-paint.ts). */
  var bringReact: (() => void) | undefined
}

/**
 * Evaluates each large chunk in a task of its own, so that the page still answers touches in
 * between. Not by `loadPart`: the entry weighs what it can, and #late says at once what has not
 * come.
 */
async function startReact(root: HTMLElement, learned?: () => Learned): Promise<void> {
  if (late && !late.isConnected) root.after(late)
  globalThis.bringReact?.()
  // What a tap has changed is shown first.
  await nextPaint()
  await import('./app/react.tsx')
  await nextTurn()
  await import('./app/tanstack.tsx')
  await nextTurn()
  const { hydratePage } = await import('./app/hydrate.tsx')
  await nextTurn()
  await hydratePage(root, learned?.())
  late?.remove()
}

const late = document.getElementById('late')

async function start(): Promise<void> {
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no element with the id "root".')
  askForFirstLists()
  if (location.pathname === '/' && root.dataset.page === '/home')
    history.replaceState(history.state, '', `/home${location.search}`)
  // A student whom the guard sent home waits there for the opening (src/app/guard.ts); what an
  // error would have cost is given back by React (src/ui/carried.page.ts).
  const isSent = history.state?.target !== undefined
  const { pathname } = location
  // Where a device holds answers, the wizard is drawn without its form.
  const form = pathname === '/register' ? root.querySelector('form') : null
  const early = pathname === '/home' || pathname === '/status' ? pathname : undefined
  const lives = form ?? (early && !isPacked())
  if (isSent || root.dataset.page !== pathname || !lives) return startReact(root)
  const takeOver = createTakeOver(learned => startReact(root, learned), fail)
  if (form) return beginForm(form, takeOver)
  const { beginEarly } = await import('./app/early.tsx')
  // The student may have gone on before this part came.
  if (takeOver.over.aborted) return
  if (early) await beginEarly(early, takeOver)
  if (takeOver.isStarted()) return
  globalThis.bringReact?.()
  late?.remove()
}

/**
 * Milliseconds. A page that the student leaves cancels its downloads: after this delay it is gone
 * and reports none.
 */
const momentMs = 100

function fail(error: unknown): void {
  setTimeout(() => {
    // Shows the message of #late at once, not after the delay of its animation (src/ui/shell.css).
    for (const animation of late?.getAnimations() ?? []) animation.finish()
    reportError(error)
  }, momentMs)
}

// Chromium may fire this event before the rest of the portal is loaded: keep it for
// src/features/install/use-way.ts.
addEventListener('beforeinstallprompt', event => {
  event.preventDefault()
  globalThis.installOffer = event
})

if (!tooOld) start().catch(fail)
