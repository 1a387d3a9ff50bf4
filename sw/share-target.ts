import { storageTrouble } from '../src/core/db/database.ts'
import {
  findDecline,
  fitReceived,
  keepReceived,
  mostReceived,
  type Received,
  type ReceivedFiles,
} from '../src/core/db/received.ts'
import { within } from '../src/core/db/within.ts'
import { isForeign } from './foreign.rule.ts'

declare const self: { readonly location: { readonly origin: string } }

/** Receives photos that another app shares with the portal, through the manifest's share_target. */

const page = '/partage'
/** Used where no photo is on the disk: the page must warn if the worker has none for it either. */
const pageThatAsks = `${page}?encore`

/**
 * Milliseconds. The browser shows no page before the answer, and a photo that lies in a cloud may
 * never come.
 */
const patienceMs = 5_000

/**
 * Photos that may not be stored unencrypted, or found no room: kept in memory for the page that is
 * about to ask.
 */
let held: ReceivedFiles = { all: [] }
/** Photos that have not been read yet. */
let reading: Promise<unknown> | undefined

interface Sharing {
  readonly request: Request
  waitUntil(work: Promise<unknown>): void
}

/**
 * Stores the photos before the browser is redirected to the page; what comes later is stored then.
 */
export async function receive(event: Sharing): Promise<Response> {
  const { request } = event
  if (isForeign(request.headers.get('origin'), request.referrer, self.location.origin))
    return redirect(page)
  const kept = keep(request).catch(() => pageThatAsks)
  event.waitUntil(kept)
  reading = kept
  const late = new Promise<string>(resolve => setTimeout(resolve, patienceMs, pageThatAsks))
  return redirect(await Promise.race([kept, late]))
}

const redirect = (to: string) => Response.redirect(to, 303)

async function keep(request: Request): Promise<string> {
  const given = (await request.formData()).getAll('photos').filter(one => one instanceof File)
  const now = Date.now()
  // Reads one photo more than is accepted, so that the page can say that there were more. None
  // holds up another.
  const all = given
    .slice(0, mostReceived + 1)
    .map(async (file, place) => keepOne(await read(file), now + place))
  return (await Promise.all(all)).every(Boolean) ? page : pageThatAsks
}

async function keepOne(one: Received, at: number): Promise<boolean> {
  let trouble: ReceivedFiles['trouble']
  try {
    if (await within(keepReceived([one], at))) return true
  } catch (error) {
    trouble = storageTrouble(error)
  }
  held = { all: fitReceived([...held.all, one], 0), ...(trouble && { trouble }) }
  return false
}

async function read(file: File): Promise<Received> {
  const { name, type } = file
  const declined = findDecline(file)
  if (declined) return { name, type, declined }
  return file.arrayBuffer().then(
    bytes => ({ name, type, bytes }),
    () => ({ name, type, declined: 'unread' }),
  )
}

/**
 * Moves the photos in memory to the page that asks first, and those that come later as well; the
 * worker keeps none.
 */
export function giveReceived(port: MessagePort | undefined): void {
  const give = () => {
    port?.postMessage(
      held,
      held.all.flatMap(({ bytes }) => bytes ?? []),
    )
    held = { all: [] }
  }
  give()
  reading?.then(give)
}
