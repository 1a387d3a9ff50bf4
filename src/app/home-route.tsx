import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { settings } from '../core/api/settings.ts'
import { Countdown } from '../features/home/countdown.tsx'
import { HomeScreen } from '../features/home/screen.tsx'
import * as homeText from '../features/home/text.ts'
import { useWindow } from '../features/home/use-window.ts'
import { useBegun } from './use-begun.ts'

/** The guard remembers where the student was going; once the window opens, the way goes on (section 2). */
export function HomeRoute() {
  const navigate = useNavigate()
  const target = useRouterState({ select: ({ location }) => location.state.target })
  const waiting = target !== undefined
  const { window, phase, since, asked, trouble } = useWindow(waiting)
  const found = useBegun()
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
      begun={
        found?.begun && {
          state: found.begun.state,
          action: <found.BegunAction begun={found.begun}>{countdown}</found.BegunAction>,
          news: <found.BegunNews begun={found.begun} closed={phase === 'closed'} />,
        }
      }
      foot={found && <found.BegunFoot />}
    />
  )
}
