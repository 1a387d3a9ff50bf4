import { pageHeaders, pagePolicy } from '../src/spec/pages.ts'
import { firstPaths, freshFile, isThere, keepFile, keptBytes } from './files.ts'

declare const self: ServiceWorkerGlobalScope

/**
 * The worker serves only what was built: a script in a page can rewrite the Cache, but not the list
 * of hashes, which is part of the worker's script. Checked at each load, since the Cache can be
 * rewritten between two loads.
 */

/** The file from the device, or undefined where that is not what was built. */
export async function keptFile(path: string): Promise<Response | undefined> {
  const bytes = await keptBytes(path)
  return bytes && asBuilt(path, bytes)
}

/**
 * Takes no header from the Cache: a charset would give the same bytes another meaning. Only the
 * very Response from the Cache has Chromium's cache of compiled scripts; measured: an offline start
 * takes no longer without it.
 */
function asBuilt(path: string, bytes: ArrayBuffer): Response {
  if (path.endsWith('.css')) return new Response(bytes, { headers: { 'Content-Type': 'text/css' } })
  // Among scripts only the photo worker obeys this policy; it loads nothing but itself.
  if (path.endsWith('.js'))
    return new Response(bytes, {
      headers: {
        'Content-Type': 'text/javascript',
        'Content-Security-Policy': "default-src 'self'",
      },
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
 * Downloads a file and caches it. The student is told if the file should have been on the device.
 * @throws TypeError without a network, or where the host has something else than was built
 */
export async function repairedFile(path: string, client: string): Promise<Response> {
  const isNew = !firstPaths.includes(path) && !(await isThere(path).catch(() => false))
  const fresh = await freshFile(path, !isNew)
  const bytes = await fresh.clone().arrayBuffer()
  // A full or broken disk must not deny the file to a student with a network.
  await keepFile(path, fresh).catch(reportError)
  if (!isNew) {
    reportError(new Error(`${path} was not what had been built: replaced.`))
    tellReplaced(client).catch(reportError)
  }
  return asBuilt(path, bytes)
}

/** Pages that may not listen yet: they learn of the replacement when they ask. */
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
