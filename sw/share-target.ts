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

/** Receives photos that another app shares with the portal, through the manifest's share_target. */

const page = '/partage'
/** Used where no photo is on the disk: the page must warn if the worker has none for it either. */
const pageThatAsks = `${page}?encore`

/** Photos that may not be stored unencrypted, or found no room: kept in memory for the page that is about to ask. */
let held: ReceivedFiles = { all: [] }

/** Stores the photos before the browser is redirected to the page. */
export async function receive(request: Request): Promise<Response> {
  const to = isForeign(request.headers.get('origin'), request.referrer, self.location.origin)
    ? page
    : await keep(request).catch(() => pageThatAsks)
  return Response.redirect(to, 303)
}

async function keep(request: Request): Promise<string> {
  const given = (await request.formData()).getAll('photos').filter(one => one instanceof File)
  const all: Received[] = []
  // Reads one photo more than is accepted, so that the page can say that there were more.
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

/** Moves the photos in memory to the page that asks first; the worker keeps none. */
export function giveReceived(port: MessagePort | undefined): void {
  port?.postMessage(
    held,
    held.all.flatMap(({ bytes }) => bytes ?? []),
  )
  held = { all: [] }
}
