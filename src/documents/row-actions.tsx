import type { Awaiting } from '../storage/device-store.ts'
import type { RowProps } from './row-props.ts'
import * as photoText from './text.ts'

type ActionsProps = Pick<RowProps, 'document' | 'view' | 'verbs' | 'mendable'> & {
  /** Of the row, whose title and state describe its buttons. */
  id: string
  pick(by: Awaiting['by']): void
}

/** What can be done about one document. */
export function RowActions({ id, document, view: { item, state }, verbs, mendable, pick }: ActionsProps) {
  const { openCamera } = verbs
  const described = `${id}-title ${id}-state`
  const hasPhoto = item !== undefined || state === 'preparing'
  return (
    <div className={hasPhoto ? 'document-actions has-photo' : 'document-actions'}>
      {item?.state === 'refused' && (
        <button type="button" className="wide" onClick={() => verbs.resend(item)}>
          {photoText.resend}
        </button>
      )}
      <button type="button" aria-describedby={described} onClick={() => pick('camera')}>
        {photoText.take}
      </button>
      <button type="button" className="quiet" aria-describedby={described} onClick={() => pick('gallery')}>
        {photoText.choose}
      </button>
      {openCamera && (
        <button type="button" className="quiet wide" onClick={() => openCamera(document)}>
          {photoText.takeHere}
        </button>
      )}
      {mendable && state !== 'preparing' && (
        <button type="button" className="quiet" onClick={() => verbs.openEditor(document, item)}>
          {photoText.edit}
        </button>
      )}
      {hasPhoto && state !== 'sent' && state !== 'sending' && (
        <button type="button" className="quiet" onClick={() => verbs.remove(document)}>
          {photoText.remove}
        </button>
      )}
    </div>
  )
}
