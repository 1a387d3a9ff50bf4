import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { currentReach, watchReach } from '../../core/api/reach.ts'
import { needsCode } from '../../outbox/item.ts'
import type { DocumentType } from '../../spec/documents.ts'
import { type News, newsSince, type Tellings } from '../news.rule.ts'
import { documentText } from '../text.ts'
import { isFailed } from '../view.ts'
import * as rowText from './row-text.ts'

/**
 * One line says what becomes of all documents: each of their own would speak at once. What failed in an open row says so
 * there.
 * @param leaves what is given goes out as soon as there is a network
 * @returns with a key that is another for each news: the same words may be news again
 */
export function useNews(
  told: Tellings,
  open: DocumentType | undefined,
  intro: string,
  leaves: boolean,
): { words: string; key: number } {
  const before = useRef<Tellings>(undefined)
  const [{ sent, failed, key }, setNews] = useState<News & { key: number }>({ key: 0 })
  const reach = useSyncExternalStore(watchReach, currentReach)
  useEffect(() => {
    const news = before.current ? newsSince(before.current, told) : {}
    before.current = told
    if (news.sent ?? news.failed) setNews(old => ({ ...old, ...news, key: old.key + 1 }))
  })
  const now = failed && told.get(failed)
  if (failed && failed !== open && now && isFailed(now))
    return { words: now.fault ?? documentText[failed].notSaved, key }
  const queued = [...told.values()].filter(({ state }) => state === 'queued')
  const asked = queued.filter(({ item }) => item && needsCode(item)).length
  if (asked > 0) return { words: rowText.codeBelow, key: -asked }
  const waiting = queued.length
  if (leaves && reach === 'away' && waiting > 0) return { words: rowText.away(waiting), key: -waiting }
  return { words: sent ? documentText[sent].saved : intro, key }
}
