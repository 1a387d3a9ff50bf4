import { copied, copyUrl } from './copies.rule.ts'

declare const self: ServiceWorkerGlobalScope

/** The files of the build: their list, and which of them are on the device as they were built. */

type BuiltFile = ServiceWorkerGlobalScope['__WB_MANIFEST'][number]

/**
 * One for all versions: no file is stored twice while an update waits, and a host may return to an
 * older build.
 */
const cacheName = `files-${self.registration.scope}`
const hrefOf = (path: string) => new URL(path, self.location.href).href
const keyOf = ({ url, revision }: BuiltFile) =>
  hrefOf(revision === null ? url : `${url}?revision=${revision}`)

/** Marks the cache of a device that has never had all files, until all have come. */
export const partial = hrefOf('/?partial')
/** Marks it until a version is in charge: its files came altered, in every form. */
export const altered = hrefOf('/?altered')

// The PWA plugin lists the web manifest by itself. A browser reads it only to install the portal,
// with a network.
const files = new Map(
  self.__WB_MANIFEST
    .filter(({ url }) => !url.endsWith('.webmanifest'))
    .map(file => [hrefOf(file.url), file]),
)

const pathsOf = (stage: BuiltFile['stage']) =>
  [...files].filter(([, file]) => file.stage === stage).map(([href]) => new URL(href).pathname)
/** What an enrolment needs without a network: installed with the worker. */
export const firstPaths = pathsOf(undefined)
/** The lazy files (later.ts), each after what it imports. */
export const laterPaths = pathsOf('later')
/** What few phones ever need: it comes when a page asks for it. */
export const wantedPaths = pathsOf('wanted')
export const allPaths = [...firstPaths, ...laterPaths, ...wantedPaths]

export const isListed = ({ href }: URL): boolean => files.has(href)

/** @throws TypeError for a path that the build has not listed */
export function listed(path: string): BuiltFile {
  const file = files.get(hrefOf(path))
  if (!file) throw new TypeError(`${path} is no file of this build.`)
  return file
}

export const openFiles = (): Promise<Cache> => caches.open(cacheName)

/** Whether anything is cached for the file, built or not. */
export async function isThere(path: string): Promise<boolean> {
  return (await (await openFiles()).match(keyOf(listed(path)))) !== undefined
}

/** The cached bytes, or undefined where they are not what was built. */
export async function keptBytes(path: string): Promise<ArrayBuffer | undefined> {
  const file = listed(path)
  try {
    const kept = await (await openFiles()).match(keyOf(file))
    const bytes = await kept?.arrayBuffer()
    return bytes && (await hashOf(bytes)) === file.integrity ? bytes : undefined
  } catch {
    return undefined
  }
}

export async function hashOf(bytes: BufferSource): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return `sha256-${btoa(String.fromCharCode(...digest))}`
}

export const hashOfText = (text: string): Promise<string> => hashOf(new TextEncoder().encode(text))

/**
 * The browser's cache has the page of a first visit under /home, the address that students visit.
 */
const knownAs = (path: string) => (path === '/home.html' ? '/home' : path)

/** The network alters whatever passes, also what is no page. */
export class Altered extends Error {}

/**
 * Loads a file from the browser's own cache, however old, or from the network. If that is not what
 * was built: an update bypasses this cache, which has the file of before; a first version does not,
 * as the network has just altered it.
 * @param anew bypasses the browser's cache at once
 * @throws TypeError without a network, or where the host has something else than was built
 * @throws Altered
 */
export async function freshFile(
  path: string,
  anew: boolean,
  signal: AbortSignal | null = null,
): Promise<Response> {
  const { integrity } = listed(path)
  const asked = { credentials: 'same-origin', signal } as const
  let isThere = false
  const bring = async (from: string, cache: RequestCache) => {
    const found = await fetch(from, { ...asked, cache })
    isThere = found.ok
    return (await hashOf(await found.clone().arrayBuffer())) === integrity ? found : undefined
  }
  const found =
    (anew ? undefined : await bring(knownAs(path), 'force-cache')) ??
    (self.registration.active || !isThere ? await bring(path, 'reload') : undefined)
  if (!found && !isThere) throw notBuilt(path)
  return found ?? freshCopy(path, signal)
}

const notBuilt = (path: string) => new TypeError(`${path} is not what was built.`)

/**
 * The same bytes from a form that filters leave alone: they know a page by its type and its signs.
 * @throws TypeError without a network, or where the host has no such copy
 * @throws Altered
 */
export async function freshCopy(
  path: string,
  signal: AbortSignal | null = null,
): Promise<Response> {
  const { integrity } = listed(path)
  const found = await fetch(copyUrl(integrity), {
    credentials: 'same-origin',
    signal,
    cache: 'reload',
  })
  const text = copied(await found.text())
  if ((await hashOfText(text)) === integrity) return new Response(text)
  // A hotspot, a host without it and one that is down answer with a page or a status of their own.
  const isCopy = found.ok && found.headers.get('Content-Type')?.startsWith('text/plain')
  throw isCopy ? new Altered(path) : notBuilt(path)
}

/** Stores a new Response, since browsers refuse to show a page from a redirected one. */
export async function keepFile(path: string, file: Response): Promise<void> {
  const { headers } = file
  const whole = new Response(await file.arrayBuffer(), { headers })
  await (await openFiles()).put(keyOf(listed(path)), whole)
}

/**
 * Deletes what no page needs once this version is in charge: until then an open page loads its own
 * files from there. A newer version, installing or waiting, relies on them, and deletes them once
 * it is in charge itself.
 */
export async function forgetOthers(): Promise<void> {
  const cache = await openFiles()
  const keys = new Set([...files.values()].map(keyOf)).add(partial)
  const others = (await cache.keys()).filter(({ url }) => !keys.has(url))
  if (self.registration.installing ?? self.registration.waiting) return
  await Promise.all(others.map(key => cache.delete(key)))
}
