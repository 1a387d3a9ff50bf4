import { takesGzip } from '../../core/api/gzip.ts'
import { needsCode } from '../../outbox/item.ts'
import { leaves } from '../../outbox/ui/text.ts'
import { Why } from '../../outbox/ui/why.tsx'
import * as commonText from '../../spec/text.ts'
import { formatBytes } from '../../ui/format.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import type { GivenPhoto } from '../given.ts'
import { isAlwaysCut, isWalled } from '../lighten.rule.ts'
import type { DocumentState } from '../view.ts'
import type { RowProps } from './row-props.ts'
import * as rowText from './row-text.ts'

const icons: Readonly<Record<DocumentState, IconName | undefined>> = {
  empty: undefined,
  preparing: 'clock',
  queued: 'kept',
  sending: 'send',
  sent: 'check',
  failed: 'alert',
}

/** The state of a photo: icon, word and size, the same wherever a state is shown. */
export function StateWords({ id, view, filed }: Pick<RowProps, 'view' | 'filed'> & { id: string }) {
  const { state, progress, postponed, item } = view
  const isDoubtful = view.advice.length > 0 && item?.state !== 'refused'
  const icon = postponed ? 'kept' : isDoubtful && state !== 'preparing' ? 'alert' : icons[state]
  return (
    <>
      <span id={id} className={isDoubtful ? 'state doubt' : 'state'}>
        {icon && <Icon name={icon} />}
        <span>{` ${isDoubtful ? rowText.doubtful(words(view, filed)) : words(view, filed)}`}</span>
      </span>
      {progress && (
        <progress value={progress.sent} max={progress.total} aria-label={rowText.sendingLabel} />
      )}
    </>
  )
}

function words(
  { state, photo, item, progress, postponed, reading }: RowProps['view'],
  filed: boolean,
): string {
  const size = photo && sizeOf(photo)
  if (postponed) return rowText.postponed
  if (reading === 'slow') return rowText.fetching
  if (state === 'preparing') return rowText.preparing
  if (state === 'failed')
    return item?.trouble?.kind === 'damaged' ? rowText.toRetake : rowText.notSaved
  if (size === undefined) return filed ? commonText.notValidated : rowText.empty
  if (state === 'sent') return rowText.sent(formatBytes(size))
  if (item && needsCode(item)) return rowText.needsCode(formatBytes(size))
  // What has arrived is not sent again: a student pays for each byte.
  const { arrived = 0, size: whole = size } = item?.upload ?? {}
  if (!progress && arrived > 0) return rowText.partly(formatBytes(arrived), formatBytes(whole))
  if (!progress) return rowText.kept(formatBytes(size))
  return rowText.sending(formatBytes((progress.sent / progress.total) * size), formatBytes(size))
}

const sizeOf = ({ wire }: GivenPhoto) => (takesGzip('current') ? wire.gzipped : wire.plain)

/**
 * A photo that only waits for the network is mentioned once, above the rows; every other reason
 * stands in its own row.
 */
export function Reason({ view: { state, item }, open }: Pick<RowProps, 'view' | 'open'>) {
  const trouble = state === 'queued' ? item?.trouble : undefined
  if (!item || !trouble) return null
  const words = isWalled(item) ? rowText.walled : isAlwaysCut(item) ? rowText.alwaysCut : undefined
  if (!open && !words && trouble.kind === 'offline') return null
  return (
    <small>
      <Why problem={words ? undefined : trouble} words={words} at={item.notBefore} what={leaves} />
    </small>
  )
}
