import { type Item, withRequestKey } from '../../outbox/item.ts'

/**
 * What to say about the codes: only the newest event, since a code sent after a refusal makes the
 * refusal old.
 */
export function newsOfCode(items: readonly Item[]) {
  const saved = withRequestKey(items, 'save')
  const renewing = withRequestKey(items, 'newCode')
  const checking = withRequestKey(items, 'code')
  const sent = renewing?.state === 'accepted' ? renewing : saved
  const isNewest = (checking?.settledAt ?? 0) >= (renewing?.settledAt ?? renewing?.createdAt ?? 0)
  return {
    refused: checking?.state === 'refused' && isNewest ? checking : undefined,
    /**
     * The server's message when it sent the code; hidden once the server has refused to send
     * another one.
     */
    said: renewing?.state === 'refused' ? undefined : sent?.reply?.msg,
    askedAt: renewing?.settledAt ?? saved?.settledAt,
  }
}
