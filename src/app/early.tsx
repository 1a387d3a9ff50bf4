import './portal.scss'
import '../core/db/leaving.page.ts'
import { onNotice } from '../core/crypto/keyring.ts'
import { isInUse } from '../core/db/in-use.ts'
import { within } from '../core/db/within.ts'
import * as commonText from '../spec/text.ts'
import { draw } from '../ui/draw.tsx'
import { Spinner } from '../ui/static-parts.tsx'
import * as uiText from '../ui/text.ts'
import { altered, registerWorker, replaced, update } from './bridge.ts'
import { tellNetwork } from './early-network.tsx'
import { earlyHome, earlyStatus } from './early-pages.tsx'
import { lookInApp } from './in-app.page.ts'
import type { TakeOver } from './take-over.page.ts'

const pages = { '/home': earlyHome, '/status': earlyStatus } as const
export type EarlyPath = keyof typeof pages

/** Milliseconds. */
const [longestMs, pendingMs] = [1_000, 300]

/**
 * Keeps a page alive that the build has drawn, for as long as it needs no React: a first visit to
 * home or status, most of all. React comes when the student goes on to another screen, or when this
 * device holds something to tell of.
 */
export async function beginEarly(
  path: EarlyPath,
  { start, learn, onTurn, over }: TakeOver,
): Promise<void> {
  const lookAtDevice = async () => {
    // React says what is wrong with a disk that does not answer.
    const used = await within(isInUse()).catch(reported)
    if (used) start()
    return used
  }
  const stops = [
    update.subscribe(start),
    replaced.subscribe(start),
    altered.subscribe(start),
    onNotice(lookAtDevice),
  ]
  over.addEventListener('abort', () => {
    for (const stop of stops) stop()
  })
  tellNetwork(over)
  // What lies on this device is shown by React; the press itself is the browser's.
  for (const details of document.querySelectorAll('details')) {
    if (details.open) start()
    details.addEventListener('toggle', start, { signal: over })
  }
  // Like a screen of the router that is still on its way.
  const main = document.querySelector('main')
  const { title } = document
  let loading: Element | undefined
  let timer = 0
  onTurn(isLeft => {
    clearTimeout(timer)
    if (isLeft)
      timer = setTimeout(() => {
        // React's screen has a <main> of its own.
        if (main?.isConnected) loading = drawLoading(main)
      }, pendingMs)
    else if (main && loading?.isConnected) {
      loading.replaceWith(main)
      document.title = title
    }
  })
  registerWorker().catch(reportError)
  if (lookInApp()) start()
  // What React is to ask is not asked twice; a disk that does not answer is not waited for.
  const enough = new Promise<false>(resolve => setTimeout(resolve, longestMs, false))
  const used = await Promise.race([lookAtDevice(), enough])
  if (!used && !over.aborted) learn(pages[path](start, over))
}

const reported = (error: unknown): true => {
  reportError(error)
  return true
}

/** In place of a page that is left, until React draws its screen or the student comes back. */
function drawLoading(main: Element): Element {
  const loading = main.cloneNode(true) as Element
  document.title = commonText.loading
  draw(loading.querySelector('.head'), <h1>{commonText.loading}</h1>)
  draw(loading.querySelector('.body'), <Spinner label={uiText.onItsWay} />)
  main.replaceWith(loading)
  return loading
}
