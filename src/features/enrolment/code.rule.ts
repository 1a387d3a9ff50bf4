import { type Item, inSlot } from '../../outbox/item.ts'

/** What is to be told of the codes: the newest thing alone, since what was sent says nothing good of what was refused. Pure. */
export function newsOfCode(items: readonly Item[]) {
  const [saved, renewing, checking] = [inSlot(items, 'save'), inSlot(items, 'newCode'), inSlot(items, 'code')]
  const sent = renewing?.state === 'accepted' ? renewing : saved
  const isNewest = (checking?.settledAt ?? 0) >= (renewing?.settledAt ?? renewing?.createdAt ?? 0)
  return {
    refused: checking?.state === 'refused' && isNewest ? checking : undefined,
    /** What the server said when it sent the code; nothing beside the news that it sends no other one. */
    told: renewing?.state === 'refused' ? undefined : sent?.reply?.msg,
    askedAt: renewing?.settledAt ?? saved?.settledAt,
  }
}
