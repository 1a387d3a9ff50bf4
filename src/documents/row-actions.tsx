import type { Awaiting } from '../storage/awaiting.ts'
import type { RowProps } from './row-props.ts'
import { photoText } from './text.ts'

type ActionsProps = Pick<RowProps, 'view' | 'mendable' | 'onCamera' | 'onEdit' | 'onRemove' | 'onResend'> & {
  described: string
  pick(by: Awaiting['by']): void
}

/** What can be done about one document. */
export function RowActions({ view, described, pick, onCamera, ...props }: ActionsProps) {
  const { item, state } = view
  const hasPhoto = item !== undefined || state === 'preparing'
  return (
    <div className={hasPhoto ? 'document-actions has-photo' : 'document-actions'}>
      {item?.state === 'refused' && (
        <button type="button" className="wide" onClick={() => props.onResend(item)}>
          Renvoyer la même photo
        </button>
      )}
      <button type="button" aria-describedby={described} onClick={() => pick('camera')}>
        {photoText.take}
      </button>
      <button type="button" className="outline" aria-describedby={described} onClick={() => pick('gallery')}>
        {photoText.choose}
      </button>
      {onCamera && (
        <button type="button" className="outline wide" onClick={onCamera}>
          {photoText.takeHere}
        </button>
      )}
      {props.mendable && state !== 'preparing' && (
        <button type="button" className="outline" onClick={props.onEdit}>
          {photoText.edit}
        </button>
      )}
      {hasPhoto && state !== 'sent' && state !== 'sending' && (
        <button type="button" className="outline" onClick={props.onRemove}>
          {photoText.remove}
        </button>
      )}
    </div>
  )
}
