import { listItems } from '../outbox/items.ts'
import { deviceStore, recall } from '../storage/device-store.ts'
import { backAt } from './away.ts'
import { type Gone, goneSince } from './gone.rule.ts'

let told: Promise<Gone | undefined> | undefined

/**
 * What became of documents since somebody last looked, for the first page that can say it; of later pages it is no news.
 * Where it can't be read it stays for the next one.
 */
export function goneMeanwhile(): Promise<Gone | undefined> {
  told ??= read().catch((): undefined => undefined)
  return told
}

async function read(): Promise<Gone | undefined> {
  const away = await recall(deviceStore.away)
  if (!away) return undefined
  const gone = goneSince(await listItems(), away.since)
  await backAt()
  return gone
}
