import { recordAudit } from '../monitoring/audit.ts'
import { addReceiptKey, jwkSet, listReceiptKeys, useReceiptKey } from '../receipts/receipt-keys.ts'
import type { Provider } from '../window/provider.ts'
import type { Operator } from './operator.ts'
import { fail, type Report, say } from './report.ts'

/** The public keys as the portal's build takes them. */
export async function showReceiptKeys({ database }: Pick<Provider, 'database'>): Promise<Report> {
  const { keys, signs } = await listReceiptKeys(database)
  return say(`VITE_RECEIPT_KEYS='${JSON.stringify(jwkSet(keys))}'`, `# ${signs} signs.`)
}

export async function makeReceiptKey(
  { database, now }: Provider,
  { name }: Operator,
): Promise<Report> {
  const kid = await database.transaction(async queries => {
    const made = await addReceiptKey(queries)
    await recordAudit(queries, { at: now(), who: name, action: 'new-receipt-key', after: made })
    return made
  })
  return say(
    `${kid} is published, and signs nothing yet. Build the portal with it (npm run provider -- receipt-keys), and when phones have that version: npm run provider -- use-receipt-key ${kid}`,
  )
}

export async function signWith(
  { database, now }: Provider,
  kid: string,
  { name }: Operator,
): Promise<Report> {
  const { signs } = await listReceiptKeys(database)
  const isDone = await database.transaction(async queries => {
    if (!(await useReceiptKey(queries, kid))) return false
    const entry = {
      at: now(),
      who: name,
      action: 'use-receipt-key',
      before: signs,
      after: kid,
    } as const
    await recordAudit(queries, entry)
    return true
  })
  return isDone
    ? say(`${kid} signs receipts from now on. Those that ${signs} has signed stay valid.`)
    : fail(`There is no key ${kid}. See which there are: npm run provider -- receipt-keys`)
}
