import type { ReactNode } from 'react'
import { Why } from '../../outbox/ui/why.tsx'
import { Alert } from '../../ui/alert.tsx'
import { formatDay, formatHour } from '../../ui/format.ts'
import { Spinner } from '../../ui/spinner.tsx'
import * as countdownText from './countdown-text.ts'
import type { WindowNow } from './use-window.ts'

interface CountdownProps extends Pick<WindowNow, 'window' | 'since' | 'trouble'> {
  /** What else is to be said of a closed window. */
  children?: ReactNode
}

/** Section 2: a red message, or a table of days, hours, minutes and seconds. */
export function Countdown({ window, since, trouble, children }: CountdownProps) {
  if (!window) return <Spinner label={countdownText.checking} />
  // That it is closed is news, and no fault of anybody's. Who was not let in is told where the page is looked at.
  if (!window.open)
    return (
      <Alert tone="danger" fault={false} arrives={Boolean(children)}>
        <strong>{window.message}</strong>
        {since !== undefined && <p>{countdownText.since(formatDay(since), formatHour(since))}</p>}
        {trouble && (
          <p>
            <Why {...trouble} />
          </p>
        )}
        {children}
        {since === undefined && !trouble && !children && <p>{countdownText.comeBack}</p>}
      </Alert>
    )
  const { days, hours, minutes, seconds } = window.counters
  const columns = [
    [countdownText.days, '', days],
    [countdownText.hours, '', hours],
    [...countdownText.minutes, minutes],
    [...countdownText.seconds, seconds],
  ] as const
  return (
    <>
      {window.message && <p className="where">{window.message}</p>}
      {/* A timer that is read out each second would never be quiet. */}
      <table className="countdown" role="timer" aria-live="off">
        <thead>
          <tr>
            {columns.map(([unit, rest]) => (
              <th key={unit} scope="col">
                {unit}
                {rest && <span className="vh">{rest}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            {columns.map(([unit, , value]) => (
              <td key={unit}>{value}</td>
            ))}
          </tr>
        </tbody>
      </table>
    </>
  )
}
