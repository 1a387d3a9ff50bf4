import type { ReactElement } from 'react'
import { formatDay } from '../../spec/day.ts'
import type { EnrolmentWindow } from '../../spec/window.ts'
import type { Elements } from '../../ui/elements.tsx'
import { formatHour } from '../../ui/format.ts'
import { Spinner } from '../../ui/static-parts.tsx'
import * as countdownText from './text.ts'

interface CountdownProps {
  /** Undefined until the chrono has answered or failed. */
  window: EnrolmentWindow | undefined
  /** When enrolment closed, if that is known. Milliseconds. */
  since: number | undefined
  /** More to say about a closed enrolment. */
  children?: Elements
  /** Frames the message of a closed enrolment. "Closed" is news, not a student's fault. */
  frame?: ((message: ReactElement) => ReactElement) | undefined
}

const still = (message: ReactElement) => (
  <div className="alert" role="alert" data-tone="danger">
    {message}
  </div>
)

/** Section 2: a red message, or a table that counts. Without hooks: drawn before React, too. */
export function Countdown({ window, since, children, frame = still }: CountdownProps) {
  if (!window) return <Spinner label={countdownText.checking} />
  if (!window.open)
    return frame(
      <>
        <strong>{window.message}</strong>
        {since !== undefined && <p>{countdownText.since(formatDay(since), formatHour(since))}</p>}
        {children}
        {since === undefined && !children && <p>{countdownText.comeBack}</p>}
      </>,
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
      {/* aria-live is off: a timer read out each second would never be quiet. */}
      <table className="countdown" role="timer" aria-live="off">
        <thead>
          <tr>
            {columns.map(([unit, rest]) => (
              <th key={unit} scope="col">
                <span>{unit}</span>
                {rest && <span className="vh">{rest}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            {columns.map(([unit, , value]) => (
              // React adopts a page that has counted on meanwhile.
              <td key={unit} suppressHydrationWarning>
                {value}
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </>
  )
}
