import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { settings } from '../core/api/settings.ts'
import { type Dossier, listMine } from '../core/db/dossiers.ts'
import { hasReceived, keptSourceFiles } from '../core/db/source-files.ts'
import { Countdown, useWindow } from '../features/home/countdown.tsx'
import type { Resumable } from '../features/home/resumable.tsx'
import { HomeScreen } from '../features/home/screen.tsx'
import * as homeText from '../features/home/text.ts'
import { useMode, useOpenDossier } from '../features/shared-device/use-device.ts'
import type { Item } from '../outbox/item.ts'
import { useOutbox } from '../outbox/use-outbox.ts'

/** What the home page does without, as one file. */
export const loadScreens = () => import('./screens.tsx')

type Parts = Pick<Awaited<ReturnType<typeof loadScreens>>, 'ResumableAction' | 'ResumableFoot' | 'ResumableNews'>

interface Found extends Parts {
  /** Undefined where only photos of other apps wait for their place. */
  resumable: Resumable | undefined
}

/** What was begun on this device, once the disk has been asked. The wizard's knowledge comes only where something was. */
export function useResumable(): Found | undefined {
  const [found, setFound] = useState<Found>()
  const items = useOutbox()
  const open = useOpenDossier()
  const mode = useMode()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of them means that the disk may say something else
  useEffect(() => {
    let left = false
    findResumable(items).then(resumable => !left && setFound(resumable), reportError)
    return () => {
      left = true
    }
  }, [items, open, mode])
  return found
}

/** An enrolment with answers, or with documents that are prepared for it; else a correction of which something was sent. */
async function firstResumable(mine: readonly Dossier[], items: readonly Item[]): Promise<Dossier | undefined> {
  for (const dossier of mine) {
    if (dossier.kind !== 'enrolment') continue
    if (Object.keys(dossier.answers).length > 0 || (await keptSourceFiles(dossier.id)).length > 0) return dossier
  }
  return mine.find(({ id }) => items.some(({ dossier }) => dossier === id))
}

async function findResumable(items: readonly Item[] = []) {
  const { mine } = await listMine()
  const dossier = await firstResumable(mine, items)
  if (!dossier && !(await hasReceived())) return undefined
  // A network that fails, or a page that is left: home is as for who has begun nothing, and still leads on.
  const screens = await loadScreens().catch((): undefined => undefined)
  if (!screens) return undefined
  const { readResumable, ResumableAction, ResumableFoot, ResumableNews } = screens
  return { ResumableAction, ResumableFoot, ResumableNews, resumable: dossier && (await readResumable(dossier)) }
}

/** The guard remembers where the student was going; once the window opens, the way goes on (section 2). */
export function HomeRoute() {
  const navigate = useNavigate()
  const target = useRouterState({ select: ({ location }) => location.state.target })
  const waiting = target !== undefined
  const { window, phase, since, asked, trouble } = useWindow(waiting)
  const found = useResumable()
  const open = window?.open === true
  useEffect(() => {
    if (open && target) void navigate({ to: target, replace: true })
  }, [open, target, navigate])
  const countdown = (
    // Whoever waits for the dates is told of them by the page itself, which has no place for more.
    <Countdown window={window} since={since} trouble={waiting ? undefined : trouble}>
      {waiting && <p>{homeText.waiting(asked)}</p>}
    </Countdown>
  )
  return (
    <HomeScreen
      phase={phase}
      countdown={countdown}
      sites={settings.sites}
      resumable={
        found?.resumable && {
          state: found.resumable.state,
          action: <found.ResumableAction resumable={found.resumable}>{countdown}</found.ResumableAction>,
          news: <found.ResumableNews resumable={found.resumable} closed={phase === 'closed'} />,
        }
      }
      foot={found && <found.ResumableFoot />}
    />
  )
}
