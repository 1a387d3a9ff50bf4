import type { Item } from '../outbox/item.ts'
import { takesGzip } from '../provider/gzip.ts'
import type { DocumentType } from '../rules/documents.ts'
import { formatData } from '../ui/format.ts'
import { costOf } from './cost.rule.ts'
import { wantsEconomy } from './economy.ts'
import * as photoText from './text.ts'

/** What sending costs, told before it is spent: data is paid for by the megabyte. */
export function CostLine({ documents, items }: { documents: readonly DocumentType[]; items: readonly Item[] }) {
  const economy = wantsEconomy()
  const { photos, bytes, exact, sentBytes } = costOf(documents, items, { economy, gzip: takesGzip('current') })
  if (photos === 0) return null
  return (
    <p className="cost" data-cost={bytes}>
      <span>{photoText.cost} : </span>
      <strong>{photoText.costTotal({ photos, size: formatData(bytes), exact })}</strong>
      {sentBytes > 0 && <span> ({photoText.costSent(formatData(sentBytes))})</span>}
      {economy && <small>{photoText.economy}</small>}
    </p>
  )
}
