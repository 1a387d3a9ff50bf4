import { Link } from '@tanstack/react-router'
import { closedMessage } from '../../spec/rules-text.ts'
import * as commonText from '../../spec/text.ts'
import { Icon } from '../../ui/icon.tsx'
import { Way } from '../../ui/way.tsx'
import type { Begun, Phase } from './begun.ts'
import * as homeText from './text.ts'

export function RegisterButton({ bac }: { bac: string }) {
  return (
    <Link to="/register" className="button">
      {/* Another label has another one beside it: where it stands is not where it stood. */}
      {homeText.register(bac)} <Icon key={bac} name="forward" />
    </Link>
  )
}

interface WaysProps {
  phase: Phase | undefined
  /** What the head leads on with, in place of registering. */
  begun: Begun['state'] | undefined | false
  bac: string
  newest: string
}

/** The ways on, besides the one that the head offers. */
export function Ways({ phase, begun, bac, newest }: WaysProps) {
  const closed = phase === 'closed'
  return (
    <ul className="rows">
      {begun !== 'done' && (
        <Way to="/status" icon="glass">
          {commonText.toStatus}
        </Way>
      )}
      <Way to="/recepisse" icon="download">
        {commonText.toReceipt}
      </Way>
      {closed || phase === 'soon' || begun ? (
        <Way to="/register" icon={closed ? 'lock' : 'file'}>
          {homeText.register(bac)}
          <small>{underRegister(closed, begun, newest)}</small>
        </Way>
      ) : (
        <li>
          {/* In the same place, so that what stands below does not move when the dates come. */}
          <a href="#contacts">
            <Icon name="list" />
            <span>{homeText.contacts}</span>
            <Icon name="forward" />
          </a>
        </li>
      )}
      <Way to="/transfert" icon="share">
        {homeText.transfer}
      </Way>
    </ul>
  )
}

function underRegister(closed: boolean, begun: WaysProps['begun'], newest: string): string {
  if (closed && begun) return closedMessage
  if (begun) return begun === 'draft' || begun === 'handed' ? homeText.again : homeText.anotherPerson
  return newest ? homeText.newestLater(newest) : homeText.later
}
