import { migrate } from './database/migrate.ts'
import { openBeside, openPglite } from './database/pglite.ts'
import type { Database } from './database/port.ts'
import { openPostgres, type TellWaiting } from './database/postgres.ts'
import { readSecret } from './database/secret.ts'
import { forgetOldRights } from './enrolments/corrections.ts'
import { forgetOldHeld } from './enrolments/shared-phones.ts'
import { forgetOldAccounts } from './limits/accounts.ts'
import { forgetOldCounts } from './limits/counts.ts'
import { type AlarmPorts, createAlarm } from './monitoring/security-events.ts'
import type { Config } from './operator/config.ts'
import { ensureReceiptKey } from './receipts/receipt-keys.ts'
import { forgetOldLinks } from './receipts/receipts.ts'
import { loadSamples } from './sample/load.ts'
import type { Sms } from './sms/sms-outbox.ts'
import { forgetOldUploads } from './uploads/uploads.ts'
import { keepLists } from './window/kept-lists.ts'
import type { Provider } from './window/provider.ts'

export interface OpenProvider {
  provider: Provider
  close(): Promise<void>
}

export interface Ports {
  now: () => Date
  smsKept: (sms: Sms) => void
  /**
   * Called while the start waits for its database; without it, a database that does not answer ends
   * the start.
   */
  tellWaiting?: TellWaiting
  /** Called on suspected attacks; the operator's own command needs no such alarm. */
  attacked?: Pick<AlarmPorts, 'count' | 'writeLog'>
  /** The operator's command also works beside a server that runs. */
  isCommand?: boolean
}

/** Opens all that is stored; on a failure it closes everything again. */
export async function openProvider(
  config: Config,
  { now, smsKept, tellWaiting, attacked, isCommand = false }: Ports,
): Promise<OpenProvider> {
  const undo: (() => Promise<void>)[] = []
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    const database = config.databaseUrl
      ? await openPostgres(
          { url: config.databaseUrl, readUrl: config.databaseReadUrl },
          tellWaiting,
        )
      : (isCommand && (await openBeside(config.dataDir))) || (await openPglite(config.dataDir))
    undo.push(() => database.close())
    const { showCodes, smsGateway, asksCodeForCorrections } = config
    const kept = keepLists(database.reader, now)
    const provider = await database.alone(async (): Promise<Provider> => {
      await migrate(database)
      const secret = await readSecret(database)
      await ensureReceiptKey(database)
      const alarm = attacked ? createAlarm({ ...attacked, secret, now }) : () => undefined
      const hasGateway = smsGateway !== undefined
      const made = {
        database,
        kept,
        secret,
        now,
        smsKept,
        showCodes,
        hasGateway,
        alarm,
        asksCodeForCorrections,
      }
      if (config.sampleData) await loadSamples(made)
      return made
    })
    const forget = () => forgetOld(database, now())
    await forget()
    // A process may run for years. If the database is away at this moment, the next hour's run
    // deletes the old rows.
    const hourly = setInterval(() => void forget().catch(() => undefined), 3600_000).unref()
    undo.push(async () => clearInterval(hourly))
    // Reads both lists in advance, so that even the first call gets a kept answer during a large
    // write.
    await Promise.all([kept.window.renew(), kept.years.renew()])
    return { provider, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function forgetOld(database: Database, now: Date): Promise<void> {
  await forgetOldCounts(database, now)
  await forgetOldAccounts(database, now)
  await forgetOldHeld(database, now)
  await forgetOldRights(database, now)
  await forgetOldLinks(database, now)
  await forgetOldUploads(database, now)
}
