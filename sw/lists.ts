import { askProvider, urlOf } from '../src/core/api/call.ts'
import { isClockRight } from '../src/core/api/clock.ts'
import { type ListEndpoint, listEndpoints } from '../src/core/api/endpoints.ts'
import { problemOf } from '../src/core/api/problem.ts'
import { deviceStore } from '../src/core/db/device-store.ts'
import { keptReply } from '../src/core/db/kept.ts'
import { goesUnasked } from '../src/spec/window.ts'
import { untilLetGo } from './let-go.ts'

/**
 * The reference lists: serves the cached list at once, and refreshes an old one for the next time.
 */

const cacheName = 'reference-lists'

/**
 * When a list was cached. Not `Date`: the page reads that header as the provider's current time.
 */
const keptHeader = 'X-Kept-At'

/**
 * The Cache API refuses POST keys, so a list is kept under its address as a GET (docs/platform.md).
 */
const keyOf = (list: ListEndpoint) => new URL(urlOf(list), self.location.href).href

export function listAt(url: string): ListEndpoint | undefined {
  return listEndpoints.find(list => keyOf(list) === url)
}

export async function serveList(url: string, event: ExtendableEvent): Promise<Response> {
  const list = listAt(url)
  if (!list) return Response.error()
  const cache = await caches.open(cacheName)
  const kept = await cache.match(keyOf(list))
  if (!kept) return refresh(list)
  event.waitUntil(untilLetGo(renew(list, kept)).catch(() => undefined))
  return kept
}

export async function hasLists(): Promise<boolean> {
  const cache = await caches.open(cacheName)
  const kept = await Promise.all(listEndpoints.map(list => cache.match(keyOf(list))))
  return !kept.includes(undefined)
}

async function renew(list: ListEndpoint, kept: Response): Promise<void> {
  const keptAt = Number(kept.headers.get(keptHeader) ?? Number.NaN)
  const dates = await keptReply(deviceStore.chrono)
  if (!goesUnasked(keptAt, dates, Date.now())) await refresh(list)
}

let filling: Promise<void> | undefined

/** Requests the lists that are not cached; a call during a running one joins it. */
export function fillLists(): Promise<void> {
  filling ??= fill()
    .catch(reportError)
    .finally(() => {
      filling = undefined
    })
  return filling
}

async function fill(): Promise<void> {
  const cache = await caches.open(cacheName)
  await Promise.all(
    listEndpoints.map(async list => (await cache.match(keyOf(list))) ?? refresh(list)),
  )
}

/** Response.json came with Safari 17. */
const json = (body: unknown, init?: ResponseInit) => new Response(JSON.stringify(body), init)

/**
 * The worker's own request, which obeys a pause that the provider has asked for; its reply is
 * cached only if it parses as that list, so never a captive portal's page.
 */
async function refresh(list: ListEndpoint): Promise<Response> {
  try {
    const choices = await askProvider(list, {})
    const headers = isClockRight() ? { [keptHeader]: String(Date.now()) } : {}
    const response = json({ Resultat: [choices] }, { headers })
    const cache = await caches.open(cacheName)
    await cache.put(keyOf(list), response.clone()).catch(reportError)
    return response
  } catch (error) {
    return likeness(error)
  }
}

/**
 * A response from which the page derives the same problem that the worker met: the page has the
 * texts for it.
 */
function likeness(error: unknown): Response {
  const problem = problemOf(error)
  if (problem?.kind === 'http') {
    const headers = { 'Retry-After': String(problem.retryAfter ?? '') }
    return json(problem.reply ?? null, { status: problem.code, headers })
  }
  if (problem?.kind === 'captive')
    return new Response('<!doctype html>', { headers: { 'Content-Type': 'text/html' } })
  return problem?.kind === 'contract' ? new Response('') : Response.error()
}
