import { storageTrouble } from '../src/core/db/database.ts'
import {
  declinedAs,
  fitting,
  keepReceived,
  mostReceived,
  type Received,
  type ReceivedFiles,
} from '../src/core/db/received.ts'
import { isForeign } from './foreign.rule.ts'

declare const self: ServiceWorkerGlobalScope

/** Photos that another app shares with the portal: the manifest's share_target leads here. */

const page = '/partage'
/** Where nothing lies on the disk, the page must say so if nothing reaches it. */
const pageThatAsks = `${page}?encore`

/** What may not lie on the disk, or found no room there: kept for the page that is about to ask, and for nobody else. */
let held: ReceivedFiles = { all: [] }

/** On the disk before the browser is led to the page. */
export async function receive(request: Request): Promise<Response> {
  const to = isForeign(request.headers.get('origin'), request.referrer, self.location.origin)
    ? page
    : await keep(request).catch(() => pageThatAsks)
  return Response.redirect(to, 303)
}

async function keep(request: Request): Promise<string> {
  const given = (await request.formData()).getAll('photos').filter(one => one instanceof File)
  const all: Received[] = []
  // One more than is taken tells that there were more.
  for (const file of given.slice(0, mostReceived + 1)) all.push(await read(file))
  try {
    if (await keepReceived(all, Date.now())) return page
    held = { all: fitting(all, 0) }
  } catch (error) {
    held = { all: fitting(all, 0), trouble: storageTrouble(error) }
  }
  return pageThatAsks
}

async function read(file: File): Promise<Received> {
  const { name, type } = file
  const declined = declinedAs(file)
  return declined ? { name, type, declined } : { name, type, bytes: await file.arrayBuffer() }
}

/** To the page that asks first; then there is nothing left here. */
export function giveReceived(port: MessagePort | undefined): void {
  port?.postMessage(
    held,
    held.all.flatMap(({ bytes }) => bytes ?? []),
  )
  held = { all: [] }
}
