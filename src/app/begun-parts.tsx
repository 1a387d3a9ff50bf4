import type { ComponentProps } from 'react'
import { BegunNews as News } from '../features/home/begun-parts.tsx'
import * as notifyText from '../outbox/ui/notify-text.ts'
import { Alert } from '../ui/alert.tsx'
import { HandPart } from './hand-part.tsx'

/** What happened while nobody looked is said first. */
export function BegunNews(props: ComponentProps<typeof News>) {
  const { gone } = props.begun
  return (
    <div className="stack">
      {gone && <Alert tone={gone.refused > 0 ? 'warning' : 'success'}>{notifyText.meanwhile(gone)}</Alert>}
      <News {...props} />
    </div>
  )
}

export const BegunFoot = () => (
  <>
    <HandPart of="ToPlace" />
    <HandPart of="ToInstall" />
  </>
)
