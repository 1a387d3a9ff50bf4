import { deviceStore, recall } from '../core/db/device-store.ts'
import { clearAway } from './attention.ts'
import { type Item, isDocument, mayGo } from './item.ts'
import { listItems } from './items.ts'

/** How many documents were accepted or refused while the student was away. */
export interface Gone {
  arrived: number
  refused: number
}

/**
 * Counts since then, only of dossiers with no document that waits; undefined where nothing has
 * happened. Milliseconds.
 */
export function goneSince(items: readonly Item[], since: number): Gone | undefined {
  const documents = items.filter(({ requestKey }) => isDocument(requestKey))
  const underWay = documents.filter(mayGo).map(({ dossier }) => dossier)
  const settled = documents.filter(
    ({ dossier, settledAt = 0 }) => settledAt >= since && !underWay.includes(dossier),
  )
  const arrived = settled.filter(({ state }) => state === 'accepted').length
  return settled.length > 0 ? { arrived, refused: settled.length - arrived } : undefined
}

let reported: Promise<News | undefined> | undefined

interface News {
  gone: Gone
  since: number
}

/**
 * What became of documents since the student last looked, for the first page that can say it; later
 * pages do not repeat it. Dropped once any of them is sent again, or another has settled. Where it
 * can't be read, it stays for the next page.
 */
export async function goneMeanwhile(): Promise<Gone | undefined> {
  reported ??= read().catch((): undefined => undefined)
  const news = await reported
  if (!news || (await still(news).catch(() => false))) return news?.gone
  reported = Promise.resolve(undefined)
  return undefined
}

async function read(): Promise<News | undefined> {
  const away = await recall(deviceStore.away)
  if (!away) return undefined
  const gone = goneSince(await listItems(), away.since)
  await clearAway()
  return gone && { gone, since: away.since }
}

async function still({ gone, since }: News): Promise<boolean> {
  const now = goneSince(await listItems(), since)
  return now?.arrived === gone.arrived && now.refused === gone.refused
}
