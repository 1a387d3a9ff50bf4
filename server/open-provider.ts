import { join } from 'node:path'
import { forgetOldAttempts } from './attempts.ts'
import type { Config } from './config.ts'
import { migrate } from './database/migrate.ts'
import { openPglite } from './database/pglite.ts'
import { openPostgres, type TellWaiting } from './database/postgres.ts'
import { takeInEarlierFolder } from './earlier-folder.ts'
import { keepLists } from './kept-lists.ts'
import { lockDataDir } from './lock.ts'
import type { Provider } from './provider.ts'
import { loadSamples } from './sample/load.ts'
import { readSecret } from './secret.ts'
import type { Sms } from './sms-outbox.ts'

export interface OpenProvider {
  provider: Provider
  close(): Promise<void>
}

export interface Ports {
  now: () => Date
  smsKept: (sms: Sms) => void
  /** Hears that the start waits for its database; without it, a database that is away ends the start. */
  tellWaiting?: TellWaiting
}

/** Everything that is stored, ready to work; whatever fails on the way leaves nothing open. */
export async function openProvider(config: Config, { now, smsKept, tellWaiting }: Ports): Promise<OpenProvider> {
  const undo: (() => Promise<void>)[] = []
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    if (!config.databaseUrl) undo.push(await lockDataDir(config.dataDir))
    const database = config.databaseUrl
      ? await openPostgres(config.databaseUrl, tellWaiting)
      : await openPglite(join(config.dataDir, 'pg'))
    undo.push(() => database.close())
    const { showCodes, smsGateway } = config
    const kept = keepLists(database, now)
    const provider = await database.alone(async (): Promise<Provider> => {
      await migrate(database)
      await takeInEarlierFolder(database, config.dataDir, !config.databaseUrl)
      const secret = await readSecret(database)
      const made = { database, kept, secret, now, smsKept, showCodes, hasGateway: smsGateway !== undefined }
      if (config.sampleData) await loadSamples(made)
      return made
    })
    await forgetOldAttempts(database, now())
    // Whoever asks first, even while something large is being written, finds what is kept.
    await Promise.all([kept.window.renew(), kept.years.renew()])
    return { provider, close }
  } catch (error) {
    await close()
    throw error
  }
}
