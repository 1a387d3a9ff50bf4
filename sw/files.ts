import { blockUrl } from './blocks.rule.ts'

declare const self: ServiceWorkerGlobalScope

/** The files of the build: which they are, and which of them lie on the device as they were built. */

type BuiltFile = ServiceWorkerGlobalScope['__WB_MANIFEST'][number]

/**
 * Workbox kept them here until November 2026, under the same keys. So what phones have is used as it lies, nothing lies
 * there twice while an update waits, and a host that goes back to an older build costs them nothing either.
 */
const cacheName = `workbox-precache-v2-${self.registration.scope}`
const hrefOf = (path: string) => new URL(path, self.location.href).href
const keyOf = ({ url, revision }: BuiltFile) => hrefOf(revision === null ? url : `${url}?__WB_REVISION__=${revision}`)

/** Lies among the files until all of them have come, on a device that has never had all. */
export const partial = hrefOf('/?partial')

// The plugin adds the manifest by itself. A browser reads it only while it installs the portal, with a network.
const files = new Map(
  self.__WB_MANIFEST.filter(({ url }) => !url.endsWith('.webmanifest')).map(file => [hrefOf(file.url), file]),
)

const paths = (later: boolean) =>
  [...files].filter(([, file]) => (file.later ?? false) === later).map(([href]) => new URL(href).pathname)
/** What an enrolment needs without a network: an installation brings it. */
export const firstPaths = paths(false)
/** What follows (later.ts), each after what it imports. */
export const laterPaths = paths(true)

export const isListed = ({ href }: URL): boolean => files.has(href)

/** @throws TypeError for a path that the build has not listed */
export function listed(path: string): BuiltFile {
  const file = files.get(hrefOf(path))
  if (!file) throw new TypeError(`${path} is no file of this build.`)
  return file
}

export const openFiles = (): Promise<Cache> => caches.open(cacheName)

/** Whether something lies in its place, whatever that is. */
export async function isThere(path: string): Promise<boolean> {
  return (await (await openFiles()).match(keyOf(listed(path)))) !== undefined
}

/** As they lie on the device, or undefined where that is not what was built. */
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

/** The page that a first visit begins with lies in the browser's cache under the address that people know. */
const knownAs = (path: string) => (path === '/home.html' ? '/home' : path)

/**
 * From the browser's own cache, however old, or from the network; past that cache where it is not what was built, since it
 * would give the same each time.
 * @param anew past that cache at once
 * @throws TypeError without a network, or where that has something else than was built
 */
export async function freshFile(path: string, anew: boolean, signal: AbortSignal | null = null): Promise<Response> {
  const { integrity } = listed(path)
  const asked = { credentials: 'same-origin', signal } as const
  if (!anew) {
    const found = await fetch(knownAs(path), { ...asked, cache: 'force-cache' })
    if ((await hashOf(await found.clone().arrayBuffer())) === integrity) return found
  }
  return fetch(path, { ...asked, cache: 'reload', integrity })
}

/** The hash of the file that is made of it decides. @throws TypeError where the network does not have it */
export async function freshBlock(name: string): Promise<string> {
  const found = await fetch(blockUrl(name), { credentials: 'same-origin' })
  if (!found.ok) throw new TypeError(`Block ${name} did not come.`)
  return found.text()
}

/** Made anew, since a browser refuses to show a page with an answer that came by way of another address. */
export async function keepFile(path: string, file: Response): Promise<void> {
  const { headers } = file
  const whole = new Response(await file.arrayBuffer(), { headers })
  await (await openFiles()).put(keyOf(listed(path)), whole)
}

/**
 * What no page needs any more once this version is in charge: until then an open page loads its own parts from there. A
 * newer one, on its way or waiting, counts on what lies there, and clears up once it is in charge itself.
 */
export async function forgetOthers(): Promise<void> {
  const cache = await openFiles()
  const keys = new Set([...files.values()].map(keyOf)).add(partial)
  const others = (await cache.keys()).filter(({ url }) => !keys.has(url))
  if (self.registration.installing ?? self.registration.waiting) return
  await Promise.all(others.map(key => cache.delete(key)))
}
