import { askProvider, urlOf } from '../core/api/call.ts'
import { askAgainMs, currentConnectivity, watchConnectivity } from '../core/api/connectivity.ts'
import { settings } from '../core/api/settings.ts'
import { Countdown } from '../features/home/countdown.tsx'
import {
  type Dates,
  hasEnded,
  judgeDates,
  staleMs,
  type Verdict,
} from '../features/home/dates.rule.ts'
import { askDates, askMissingDates } from '../features/home/dates.ts'
import { Aside, Ways, WindowAction } from '../features/home/parts.tsx'
import * as formText from '../spec/checks-text.ts'
import { knownYears } from '../spec/years.ts'
import { draw } from '../ui/draw.tsx'
import { choice, type Option } from '../ui/static-parts.tsx'
import type { Answers } from './take-over.page.ts'

/**
 * One page's own part. It calls `start` when only React can go on, and lets go of the page when
 * that is `over`.
 */
type EarlyPage = (start: () => void, over: AbortSignal) => () => Answers

/** The home page of a student who has not begun here: dates, countdown and links. */
export const earlyHome: EarlyPage = (start, over) => {
  // A student who goes on and comes back finds it again (src/app/early.tsx).
  const main = document.querySelector('main')
  let verdict: Verdict | undefined
  let failure: unknown
  let cameAt = 0
  let asking = false
  let bac = ''
  let newest = ''

  const show = () => {
    if (main && !over.aborted) drawHome(main, verdict, bac, newest)
  }
  const askForDates = async () => {
    if (asking) return
    asking = true
    try {
      verdict = await askDates(verdict)
      cameAt = Date.now()
      show()
    } catch (error) {
      failure = error
      // React says why there are none, and when they are asked for again.
      start()
    } finally {
      asking = false
    }
  }
  const areOld = () => Date.now() - cameAt >= staleMs
  const lookAgain = () => {
    if (document.visibilityState === 'visible' && areOld()) void askForDates()
  }
  const tick = setInterval(() => {
    const ended = hasEnded(verdict, cameAt, Date.now())
    if (ended || judgeDates(verdict, Date.now()).counts) show()
    if (ended && !failure) void askForDates()
  }, 1000)
  const away = setInterval(() => {
    const connectivity = currentConnectivity()
    if (connectivity === 'away' || connectivity === 'captive') lookAgain()
  }, askAgainMs)
  const unwatch = watchConnectivity(() => {
    if (currentConnectivity() === 'reached' && verdict?.kept) void askForDates()
  })
  document.addEventListener('visibilitychange', lookAgain, { signal: over })
  addEventListener('online', lookAgain, { signal: over })
  void askForDates()
  askProvider('currentBac', {}).then(year => {
    bac = year
    show()
  }, ignore)
  askProvider('newestBac', {}).then(year => {
    newest = year
    show()
  }, ignore)

  over.addEventListener('abort', () => {
    clearInterval(tick)
    clearInterval(away)
    unwatch()
  })
  return () => ({
    dates: verdict,
    failure,
    areOld: areOld(),
    currentBac: bac,
    newestBac: newest,
  })
}

function drawHome(main: Element, verdict: Verdict | undefined, bac: string, newest: string): void {
  const { window, phase, since }: Partial<Dates> = verdict ? judgeDates(verdict, Date.now()) : {}
  const words = { phase, bac, newest }
  draw(
    main.querySelector('.now'),
    <WindowAction {...words}>
      <Countdown window={window} since={since} />
    </WindowAction>,
  )
  draw(main.querySelector('.body > .rows'), <Ways {...words} resumable={undefined} />)
  draw(main.querySelector('.cols > .stack'), <Aside phase={phase} sites={settings.sites} />)
}

/** The page says the same without the year. */
const ignore = () => undefined

/**
 * The form of the file's state: its list of years; what is typed stays in its field until React is
 * there.
 */
export const earlyStatus: EarlyPage = (start, over) => {
  let years: Option[] | undefined
  const form = document.querySelector('form')
  const show = (options: readonly Option[]) =>
    draw(
      form?.querySelector('[name=annee]') ?? null,
      <>
        <option value="">{formText.bacYearPlaceholder}</option>
        {options.map(choice)}
      </>,
    )
  askProvider('statusYears', {}).then(list => {
    years = list
    if (!over.aborted) show(knownYears(list))
    // React says why there are none, or offers the years of the specification.
  }, start)
  askMissingDates().catch(ignore)
  for (const touched of ['focusin', 'pointerdown', 'change'])
    form?.addEventListener(touched, start, { signal: over })
  // The student may have begun before any script came.
  const hasEntries = [...(form?.elements ?? [])].some(field => 'value' in field && field.value)
  if (hasEntries || form?.contains(document.activeElement)) start()
  return () => ({ lists: years ? { [urlOf('statusYears')]: years } : {} })
}
