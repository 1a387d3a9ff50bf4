import { useNavigate, useRouterState } from '@tanstack/react-router'
import { type ReactElement, useEffect } from 'react'
import { settings } from '../core/api/settings.ts'
import { type Dossier, listMine } from '../core/db/dossiers.ts'
import { hasReceived, keptSourceFiles } from '../core/db/source-files.ts'
import { useStored } from '../core/db/use-stored.ts'
import { loadPart, MissingPart } from '../core/platform/lazy-part.ts'
import { Countdown } from '../features/home/countdown.tsx'
import { HomeScreen } from '../features/home/screen.tsx'
import * as homeText from '../features/home/text.ts'
import { useWindow } from '../features/home/use-window.ts'
import type { Item } from '../outbox/item.ts'
import { listItems, onItemsChanged } from '../outbox/items.ts'
import { Why } from '../outbox/ui/why.tsx'
import { Alert, PartMissing } from '../ui/feedback.tsx'

/** The screens that the home page does not need, as one chunk. */
export const loadScreens = () => import('./screens.tsx')

/** An enrolment with answers or prepared documents; else a dossier with requests in the outbox. */
async function firstResumable(
  mine: readonly Dossier[],
  items: readonly Item[],
): Promise<Dossier | undefined> {
  for (const dossier of mine) {
    if (dossier.kind !== 'enrolment') continue
    if (Object.keys(dossier.answers).length > 0 || (await keptSourceFiles(dossier.id)).length > 0)
      return dossier
  }
  return mine.find(({ id }) => items.some(({ dossier }) => dossier === id))
}

/**
 * What this device says of an earlier visit; what draws it is loaded only if there is something.
 */
async function findResumable() {
  const [{ mine }, items] = await Promise.all([listMine(), listItems()])
  const dossier = await firstResumable(mine, items)
  if (!dossier && !(await hasReceived())) return undefined
  const { readResumable, ResumableAction, ResumableFoot, ResumableNews } =
    await loadPart(loadScreens)
  // Undefined if only photos from other apps wait to be assigned to a document.
  const resumable = dossier && (await readResumable(dossier))
  return { ResumableAction, ResumableFoot, ResumableNews, resumable }
}

/** The message of a student whom the guard turned away comes into view. */
const arriving = (message: ReactElement) => (
  <Alert tone="danger" fault={false} arrives>
    {message}
  </Alert>
)

/**
 * The guard stores which page the student wanted; once the window opens, this screen leads there
 * (section 2).
 */
export function HomeRoute() {
  const navigate = useNavigate()
  const target = useRouterState({ select: ({ location }) => location.state.target })
  const waiting = target !== undefined
  const { window, phase, since, asked, trouble } = useWindow(waiting)
  const { value: found, error, again } = useStored(['resumable'], findResumable, onItemsChanged)
  const open = window?.open === true
  useEffect(() => {
    if (open && target) void navigate({ to: target, replace: true })
  }, [open, target, navigate])
  // While the student waits for the dates, one sentence tells of them; there is no room for more.
  const more = waiting ? homeText.waiting(asked) : trouble && <Why {...trouble} />
  const countdown = (
    <Countdown window={window} since={since} frame={waiting ? arriving : undefined}>
      {more && <p>{more}</p>}
    </Countdown>
  )
  return (
    <HomeScreen
      phase={phase}
      countdown={countdown}
      sites={settings.sites}
      variant={settings.wizard}
      resumable={
        found?.resumable && {
          state: found.resumable.state,
          action: (
            <found.ResumableAction resumable={found.resumable}>{countdown}</found.ResumableAction>
          ),
          news: <found.ResumableNews resumable={found.resumable} closed={phase === 'closed'} />,
        }
      }
      foot={
        found ? (
          <found.ResumableFoot />
        ) : (
          <PartMissing retry={error instanceof MissingPart ? again : undefined} />
        )
      }
    />
  )
}
