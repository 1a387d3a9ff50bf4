import { isDateWrong } from '../../core/api/clock.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import type { NetworkKind, StillKind } from './network.rule.ts'
import * as networkText from './network-text.ts'

export const iconOf: Readonly<Record<NetworkKind, IconName>> = {
  quiet: 'online',
  away: 'offline',
  captive: 'alert',
  sending: 'send',
  waiting: 'clock',
}

interface More {
  /** This device works without a network. */
  ready: boolean
  /** What is asked on this page waits for the network. */
  keeps: boolean
}

export function stillWords(kind: StillKind, { ready, keeps }: More): string {
  if (kind === 'quiet') return ready ? networkText.ready : networkText.online
  if (kind === 'away' && isDateWrong(Date.now())) return networkText.wrongDate
  if (kind === 'away') return keeps ? networkText.away : networkText.awayFromReceipt
  return keeps ? networkText.captivePortal : networkText.captivePortalAtReceipt
}

/**
 * What the network's line holds on a device on which nothing waits. Without hooks: it is drawn
 * before React is there.
 */
export const StillNetwork = ({ kind, ready }: { kind: StillKind; ready: boolean }) => (
  <>
    <Icon name={iconOf[kind]} />
    <span>
      <span>{stillWords(kind, { ready, keeps: true })}</span>
    </span>
  </>
)
