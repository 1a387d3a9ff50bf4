import type { Hono } from 'hono'
import { receiptKeysPath } from '../../../src/spec/signed-receipt.ts'
import { jwkSet, listReceiptKeys } from '../receipts/receipt-keys.ts'
import { drawReceipt } from '../receipts/receipt-pdf.ts'
import { openReceipt } from '../receipts/receipts.ts'
import type { Provider } from '../window/provider.ts'
import { cacheControl } from './cache-control.ts'
import { receiptFilesPath } from './calls/receipt.ts'
import { type Trust, trustedOrigin } from './client.ts'
import type { WebEnv } from './env.ts'
import { answerPage } from './html.ts'

const goneLink = {
  title: 'Ce lien n’existe pas ou a expiré',
  body: '<p><a href="/recepisse">Demander un nouveau lien</a></p>',
}

export function mountReceiptFiles(app: Hono<WebEnv>, provider: Provider, trust: Trust): void {
  app.get(receiptKeysPath, async c => {
    c.set('template', receiptKeysPath)
    c.header('Cache-Control', cacheControl.asked)
    return c.json(jwkSet((await listReceiptKeys(provider.database.reader)).keys))
  })
  app.get(`${receiptFilesPath}:token`, async c => {
    c.set('template', `${receiptFilesPath}:token`)
    c.header('Cache-Control', cacheControl.never)
    const receipt = await openReceipt(provider, c.req.param('token'), trustedOrigin(c, trust))
    if (!receipt) return answerPage(c, goneLink, 404)
    const pdf = await drawReceipt(receipt)
    c.header('Content-Type', 'application/pdf')
    c.header('Content-Disposition', 'attachment; filename="recepisse.pdf"')
    c.header('Content-Length', String(pdf.byteLength))
    return c.body(new Uint8Array(pdf))
  })
}
