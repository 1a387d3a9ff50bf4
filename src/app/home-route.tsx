import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Countdown } from '../countdown/countdown.tsx'
import { useWindow } from '../countdown/use-window.ts'
import { HomeScreen } from '../home/screen.tsx'
import { settings } from '../provider/settings.ts'

/** The guard remembers where the student was going; once the window opens, the way goes on (section 2). */
export function HomeRoute() {
  const navigate = useNavigate()
  const target = useRouterState({ select: ({ location }) => location.state.target })
  const { window, asked, trouble } = useWindow(target !== undefined)
  const open = window?.open === true
  useEffect(() => {
    if (open && target) void navigate({ to: target, replace: true })
  }, [open, target, navigate])
  return (
    <HomeScreen
      open={window?.open}
      waiting={target !== undefined}
      asked={asked}
      sites={settings.sites}
      // Whoever waits for the dates is told of them by the page below, which has no place for more.
      countdown={<Countdown window={window} trouble={target ? undefined : trouble} />}
    />
  )
}
