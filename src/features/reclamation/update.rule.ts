import type { RequestKeyOf } from '../../core/api/endpoints.ts'
import { type Item, withRequestKey } from '../../outbox/item.ts'
import type { DocumentType } from '../../spec/documents.ts'
import { answerWithinMs } from '../../spec/limits.ts'

export const updateRequestKey = 'validate' satisfies RequestKeyOf<'validateFile'>

/**
 * Items left over from an old update that no open page could end; empty while the update is recent.
 * After the promised time the provider has decided, and what it rejected has to be sent anew.
 */
export function itemsDecidedLongAgo(items: readonly Item[], now: number): Item[] {
  const isOld = ({ state, settledAt }: Item) =>
    state === 'accepted' && settledAt !== undefined && now - settledAt > answerWithinMs
  return items.some(item => item.requestKey === updateRequestKey && isOld(item))
    ? items.filter(isOld)
    : []
}

/**
 * Whether a photo has not arrived yet: it waits, or was refused after the student sent the update,
 * and its row offers to send it again or withdraw it. The student had read any earlier refusal
 * before sending.
 */
export function isUpdateUnderWay(
  items: readonly Item[],
  documents: readonly DocumentType[],
): boolean {
  const askedAt = withRequestKey(items, updateRequestKey)?.createdAt ?? 0
  const isNews = ({ requestKey, settledAt = 0 }: Item) =>
    settledAt > askedAt && documents.some(document => document === requestKey)
  return items.some(item => item.state === 'waiting' || (item.state === 'refused' && isNews(item)))
}
