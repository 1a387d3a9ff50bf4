import type { Ref } from 'react'
import { takesGzip } from '../../core/api/gzip.ts'
import type { Item } from '../../outbox/item.ts'
import type { DocumentType } from '../../spec/documents.ts'
import { formatData } from '../../ui/format.ts'
import { costOf } from '../cost.rule.ts'
import { wantsEconomy } from '../economy.ts'
import * as rowText from './row-text.ts'

interface TallyProps {
  ref: Ref<HTMLParagraphElement>
  documents: readonly DocumentType[]
  items: readonly Item[]
  sent: readonly DocumentType[]
  failed: number
  /** None of them has to be given: what has come is counted, and nothing else. */
  free: boolean
  /** None of them is sent yet. */
  prepares: boolean
}

/** How many have arrived, and what the rest costs, told before it is spent: data is paid for by the megabyte. */
export function Tally({ ref, documents, items, sent, failed, free, prepares }: TallyProps) {
  const economy = wantsEconomy()
  const counted = free ? documents.filter(document => items.some(({ slot }) => slot === document)) : documents
  const { bytes, sentBytes, exact } = costOf(counted, items, { economy, gzip: takesGzip('current') })
  const left = bytes - sentBytes
  const done = prepares ? documents.filter(document => items.some(({ slot }) => slot === document)) : sent
  const words = prepares ? rowText.ready : rowText.tally
  if (counted.length === 0) return null
  return (
    <p ref={ref} className="tally line wrap" tabIndex={-1}>
      {!free && (
        <span className="loz" aria-hidden="true">
          {documents.map((document, at) => (
            <i key={document} className={at < done.length ? 'on' : undefined} />
          ))}
        </span>
      )}
      <span>
        <strong>{free ? rowText.newPhotos(sent.length) : words(done.length, documents.length)}</strong>
        {failed > 0 && ` · ${rowText.toRepeat(failed)}`}
        {left > 0 && ` · ${exact && !prepares ? rowText.left(formatData(left)) : rowText.atMost(formatData(left))}`}
      </span>
      {economy && <small>{rowText.economy}</small>}
    </p>
  )
}
