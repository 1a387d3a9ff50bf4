import type { Item } from '../../outbox/item.ts'
import { refusalText, useLateText } from '../../outbox/ui/calls.tsx'
import { useFault } from '../../ui/form.tsx'
import { onceRead } from '../../ui/hands.page.ts'
import { Help } from '../../ui/static-parts.tsx'
import type { IdentityStand } from './identity.rule.ts'
import * as wizardText from './text.ts'

export function OtherButton({ label, onPress }: { label: string; onPress(): void }) {
  return (
    <button ref={onceRead} type="button" className="quiet" onClick={onPress}>
      {label}
    </button>
  )
}

/**
 * Shows a phone number as it is spoken, in pairs that are never split. A copy, or a screen reader,
 * gets no blanks.
 */
export function PhoneNumber({ phone, className }: { phone: string; className: string }) {
  return (
    <strong className={className}>
      {phone.match(/..?/g)?.map((pair, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two pairs may be equal, and none ever moves
        <span key={index}>{pair}</span>
      ))}
    </strong>
  )
}

/** What to do about a refusal; the server's own message stands above. */
export function SaveRefused({ item }: { item: Item }) {
  const isLate = useLateText(item) !== undefined
  const advice = wizardText.sayingOtherPhone.test(refusalText(item))
    ? wizardText.otherPhone
    : wizardText.saveAgain
  return (
    <div className="stack">
      {/* No other answer would be taken any more. */}
      {!isLate && <p>{advice}</p>}
      <Help />
    </div>
  )
}

interface AttestationProps extends Pick<IdentityStand, 'attested' | 'locked' | 'opened'> {
  /** The student sent the form without ticking it. */
  wanted: boolean
  onChange(value: string, stepped: boolean): void
}

export function Attestation({ attested, locked, opened, wanted, onChange }: AttestationProps) {
  const missing = wanted && opened && !attested
  useFault(missing)
  return (
    <label className={missing ? 'check wrong' : 'check'}>
      <input
        type="checkbox"
        name="attestation"
        checked={attested}
        disabled={locked || !opened}
        aria-invalid={missing ? true : undefined}
        onChange={event => onChange(event.target.checked ? 'oui' : '', false)}
      />
      <span>
        <span>{wizardText.attestation}</span>
        {missing && <span className="error">{` ${wizardText.toTick}`}</span>}
      </span>
    </label>
  )
}
