import { pageHeaders, pagePolicy } from '../src/spec/pages.ts'
import { freshFile, isThere, keepFile, keptBytes, laterPaths } from './files.ts'

declare const self: ServiceWorkerGlobalScope

/**
 * What the worker serves is what was built: script in a page can rewrite the Cache, but never the list, which is a script
 * of the worker's. Looked at each time, since the Cache can be rewritten between two loads.
 */

/** As it lies on the device, or undefined where that is not what was built. */
export async function keptFile(path: string): Promise<Response | undefined> {
  const bytes = await keptBytes(path)
  return bytes && asBuilt(path, bytes)
}

/**
 * With no header that came from the Cache: a charset would give the same bytes another meaning. Measured: without
 * Chromium's cache of compiled scripts, which only the very Response from there has, an offline start takes no longer.
 */
function asBuilt(path: string, bytes: ArrayBuffer): Response {
  if (path.endsWith('.css')) return new Response(bytes, { headers: { 'Content-Type': 'text/css' } })
  // Of scripts only the photo worker obeys it; it asks for nothing but itself.
  if (path.endsWith('.js'))
    return new Response(bytes, {
      headers: { 'Content-Type': 'text/javascript', 'Content-Security-Policy': "default-src 'self'" },
    })
  return new Response(bytes, {
    headers: {
      ...pageHeaders,
      'Content-Type': 'text/html;charset=utf-8',
      'Referrer-Policy': 'no-referrer',
      'Connection-Allowlist': import.meta.env.CONNECTIONS,
      'Content-Security-Policy': pagePolicy(new TextDecoder().decode(bytes)) ?? '',
    },
  })
}

/**
 * Brings it and keeps it. The student reads of it where it should have lain there.
 * @throws TypeError without a network, or where that has something else than was built
 */
export async function repairedFile(path: string, client: string): Promise<Response> {
  const isNew = laterPaths.includes(path) && !(await isThere(path).catch(() => false))
  const fresh = await freshFile(path, !isNew)
  const bytes = await fresh.clone().arrayBuffer()
  // A disk that is full or broken takes nothing away from who has the network.
  await keepFile(path, fresh).catch(reportError)
  if (!isNew) {
    reportError(new Error(`${path} was not what had been built: replaced.`))
    tellReplaced(client).catch(reportError)
  }
  return asBuilt(path, bytes)
}

/** Pages that may not listen yet: they hear it when they ask. */
const unannounced = new Set<string>()
const replaced = { type: 'REPLACED' }

async function tellReplaced(client: string): Promise<void> {
  unannounced.add(client)
  const page = await self.clients.get(client)
  page?.postMessage(replaced)
}

export function answerReplaced(page: ExtendableMessageEvent['source']): void {
  if (page && 'id' in page && unannounced.delete(page.id)) page.postMessage(replaced)
}
