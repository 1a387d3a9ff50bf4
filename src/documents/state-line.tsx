import { type Item, wireBytes } from '../outbox/item.ts'
import { takesGzip } from '../provider/gzip.ts'
import type { DocumentType } from '../rules/documents.ts'
import { refusalText } from '../sending/short-call.tsx'
import { leaves } from '../sending/text.ts'
import { Why } from '../sending/why.tsx'
import { formatBytes } from '../ui/format.ts'
import { Spinner } from '../ui/spinner.tsx'
import * as photoText from './text.ts'
import type { DocumentView } from './view.ts'

/** Sections 4 and 8: the specified sentences, and between them where the photo is. */
export function StateLine({
  document,
  view: { state, item, progress, postponed },
}: {
  document: DocumentType
  view: DocumentView
}) {
  const { saved, notSaved } = photoText.documentText[document]
  if (postponed)
    return (
      <p role="status" data-tone="info">
        {photoText.postponed}
      </p>
    )
  if (state === 'preparing') return <Spinner label={photoText.preparing} />
  if (state === 'sent')
    return (
      <p className="success" role="status" data-tone="success">
        {saved}
      </p>
    )
  if (item?.state === 'refused')
    return (
      <div className="error" role="alert" data-tone="danger">
        <p>{notSaved}</p>
        <p>{refusalText(item)}</p>
      </div>
    )
  if (progress)
    return (
      <div>
        <p role="status">{photoText.sending(formatBytes(progress.sent), formatBytes(progress.total))}</p>
        <progress value={progress.sent} max={progress.total} aria-label={photoText.sendingLabel} />
      </div>
    )
  if (item) return <Queued item={item} />
  return null
}

function Queued({ item }: { item: Item }) {
  return (
    <div role="status" data-tone="info">
      <p>{photoText.kept(formatBytes(wireBytes(item, takesGzip('current'))))}</p>
      {item.trouble ? (
        <p>
          <Why problem={item.trouble} at={item.notBefore} what={leaves} />
        </p>
      ) : (
        <p>{photoText.queued}</p>
      )}
    </div>
  )
}
