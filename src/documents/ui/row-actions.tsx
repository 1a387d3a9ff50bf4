import type { Awaiting } from '../../core/db/device-store.ts'
import { Icon } from '../../ui/icon.tsx'
import { isGiven } from '../view.ts'
import type { RowProps } from './row-props.ts'
import * as rowText from './row-text.ts'

type ActionsProps = Pick<RowProps, 'document' | 'view' | 'verbs' | 'mendable'> & {
  /** Of the row, whose title and state describe its buttons. */
  id: string
  pick(by: Awaiting['by']): void
}

/** What can be done about one document. Taking a photo back stands last, and is never what is next. */
export function RowActions({ id, document, view, verbs, mendable, pick }: ActionsProps) {
  const { item, state, advice } = view
  const { openCamera } = verbs
  const described = `${id}-title ${id}-state`
  const hasPhoto = isGiven(view)
  return (
    <div className={hasPhoto ? 'pair' : 'stack'}>
      {state === 'failed' && item?.state === 'refused' && (
        <button type="button" className="wide" onClick={() => verbs.resend(item)}>
          {rowText.resend}
        </button>
      )}
      {/* Where there is advice it is what is next, and stands there. */}
      {advice.length === 0 && (
        <button
          key="take"
          type="button"
          className={hasPhoto ? 'quiet' : undefined}
          aria-describedby={described}
          onClick={() => pick('camera')}
        >
          {!hasPhoto && <Icon name="camera" />}
          {hasPhoto ? rowText.retake : rowText.take}
        </button>
      )}
      <button type="button" className="quiet" aria-describedby={described} onClick={() => pick('gallery')}>
        {!hasPhoto && <Icon name="image" />}
        {rowText.choose}
      </button>
      {openCamera && (
        <button type="button" className="quiet wide" onClick={() => openCamera(document)}>
          {rowText.takeHere}
        </button>
      )}
      {mendable && state !== 'preparing' && (
        <button type="button" className="quiet" onClick={() => verbs.openEditor(document, item)}>
          {rowText.edit}
        </button>
      )}
      {hasPhoto && state !== 'sent' && state !== 'sending' && (
        <button type="button" className="quiet" onClick={() => verbs.remove(document)}>
          {rowText.remove}
        </button>
      )}
    </div>
  )
}
