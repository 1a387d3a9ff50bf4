import { Why } from '../sending/why.tsx'
import { Alert } from '../ui/alert.tsx'
import { Spinner } from '../ui/spinner.tsx'
import * as countdownText from './text.ts'
import type { WindowNow } from './use-window.ts'

/** Section 2: a red message, or a table of days, hours, minutes and seconds. */
export function Countdown({ window, trouble }: Pick<WindowNow, 'window' | 'trouble'>) {
  if (!window) return <Spinner label={countdownText.checking} />
  if (!window.open)
    return (
      <Alert tone="danger">
        {window.message}
        {trouble && (
          <p>
            <Why {...trouble} />
          </p>
        )}
      </Alert>
    )
  const { days, hours, minutes, seconds } = window.counters
  const columns = [
    [countdownText.days, days],
    [countdownText.hours, hours],
    [countdownText.minutes, minutes],
    [countdownText.seconds, seconds],
  ] as const
  return (
    <div className="countdown">
      {window.message && <p className="countdown-message">{window.message}</p>}
      {/* A timer that is read out each second would never be quiet. */}
      <table role="timer" aria-live="off">
        <thead>
          <tr>
            {columns.map(([unit]) => (
              <th key={unit} scope="col">
                {unit}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            {columns.map(([unit, value]) => (
              <td key={unit}>{value}</td>
            ))}
          </tr>
        </tbody>
      </table>
    </div>
  )
}
