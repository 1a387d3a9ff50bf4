import { createHash } from 'node:crypto'
import type { CDPSession, Page, Worker } from 'playwright-core'
import { expect } from 'vitest'
import type { Item } from '../../../src/outbox/item.ts'
import { student } from './answers.ts'
import type { BadNetwork } from './network.ts'

/** What the device itself holds, read past the portal. */

/** Looks again and again until it is so: `await eventually(() => …).toBe(…)`. */
export const eventually = <T>(look: () => T | Promise<T>, timeout = 20_000) =>
  expect.poll(look, { timeout, interval: 50 })

/** The worker is in charge and has the reference lists, and the dates are kept: an enrolment needs no network any more. */
export async function readyOffline(page: Page): Promise<void> {
  await eventually(() =>
    page.evaluate(async () => {
      const lists = await caches.open('reference-lists')
      return navigator.serviceWorker.controller ? (await lists.keys()).length : 0
    }),
  ).toBe(5)
  await eventually(() => keysOf(page, 'device')).toContain('chrono')
}

/** The first visit is over: also what an enrolment can do without has followed. */
export async function installed(page: Page): Promise<void> {
  await readyOffline(page)
  await everyPart(page)
}

export async function visitHome(page: Page): Promise<void> {
  await page.goto('/home')
  await installed(page)
}

/** The worker is in charge, and whatever follows its installation has come. */
export const everyPart = (page: Page): Promise<void> =>
  eventually(() =>
    page.evaluate(async () => navigator.serviceWorker.controller !== null && !(await caches.match('/?partial'))),
  ).toBe(true)

/** The files of the portal that its worker keeps, without the mark of a device that has not had everything yet. */
export const keptPaths = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter(name => name.startsWith('files-'))
    const keys = await Promise.all(names.map(async name => (await caches.open(name)).keys()))
    const paths = keys.flat().map(({ url }) => new URL(url).pathname)
    return paths.filter(path => path !== '/').sort()
  })

/** A page or the worker. */
type Scope = Pick<Worker, 'evaluate'>

/** Everything that lies in one of the portal's stores. */
export const stored = <T>(page: Scope, store: string): Promise<T[]> => inStore<T>(page, store, 'getAll')

const keysOf = (page: Page, store: string) => inStore<IDBValidKey>(page, store, 'getAllKeys')

async function inStore<T>(page: Scope, store: string, what: 'getAll' | 'getAllKeys'): Promise<T[]> {
  await offerDatabase(page)
  return page.evaluate(
    async ([name, wanted]) => {
      const database = await openPortail()
      const variant: IDBRequest = database.transaction(name).objectStore(name)[wanted]()
      return new Promise<T[]>((resolve, reject) => {
        variant.onerror = () => reject(variant.error)
        variant.onsuccess = () => resolve(variant.result)
      }).finally(() => database.close())
    },
    [store, what] as const,
  )
}

/** Without it the portal would take the body for one that the disk has damaged. */
export const digestOf = (body: string): string => createHash('sha256').update(body).digest('hex')

export const queue = (page: Scope): Promise<Item[]> => stored<Item>(page, 'queue')

/** Puts a request into the queue and tells the tabs, as the portal does: for bodies that no photograph of ours has. */
export async function queueUp(page: Page, item: Item, body: string): Promise<void> {
  await offerDatabase(page)
  return page.evaluate(
    async ([row, payload]) => {
      const database = await openPortail()
      const writing = database.transaction(['queue', 'payloads'], 'readwrite')
      writing.objectStore('queue').put(row, row.id)
      writing.objectStore('payloads').put(payload, row.id)
      await new Promise<void>((resolve, reject) => {
        writing.onabort = () => reject(writing.error)
        writing.oncomplete = () => resolve()
      })
      database.close()
      const tabs = new BroadcastChannel('outbox')
      tabs.postMessage({ kind: 'changed' })
      tabs.close()
    },
    [item, body] as const,
  )
}

/** The DevTools' own way to the browser, for what no page may do. */
export function devtools(page: Page): Promise<CDPSession> {
  return page.context().newCDPSession(page)
}

/** Background Sync wakes the worker, as Android does when the network is back. */
export async function wakeWorker(page: Page, origin: string): Promise<void> {
  const session = await devtools(page)
  const registration = new Promise<string>(found => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(({ scopeURL, isDeleted }) => scopeURL === `${origin}/` && !isDeleted)
      if (ours) found(ours.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  await session.send('ServiceWorker.dispatchSyncEvent', {
    origin,
    registrationId: await registration,
    tag: 'outbox',
    lastChance: false,
  })
  await session.detach()
}

/** The network comes back while no page of the portal is open, and only its worker can do something about it. */
export async function leaveToWorker(page: Page, network: BadNetwork): Promise<void> {
  await page.goto('about:blank')
  await network.link.set({ network: 'there' })
  await page.context().setOffline(false)
  // Of our origin, and without a line of the portal's code.
  await page.goto('/robots.txt')
  await wakeWorker(page, network.url)
}

declare global {
  /** In a page or a worker that `offerDatabase` was called for: the portal's database, once the portal itself has made it. */
  var openPortail: () => Promise<IDBDatabase>
}

/**
 * Whoever opens a database that is not there yet makes an empty one, and the portal would find its stores missing. This
 * one waits for the portal instead.
 */
export function offerDatabase(page: Scope): Promise<void> {
  return page.evaluate(() => {
    const open = () =>
      new Promise<IDBDatabase | undefined>(resolve => {
        const opening = indexedDB.open('portail')
        opening.onupgradeneeded = () => opening.transaction?.abort()
        opening.onerror = () => resolve(undefined)
        opening.onsuccess = () => resolve(opening.result)
      })
    globalThis.openPortail = async () => (await open()) ?? openPortail()
  })
}

/**
 * An attestation of 8 MB in the queue of the student's dossier. A photograph of ours lies whole in a machine's own
 * buffers before the line has moved a byte; of this one, a transfer that stands still is seen to stand still.
 */
export async function queueHuge(page: Page): Promise<void> {
  const image = Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(6_000_000)]).toString('base64')
  const body = JSON.stringify({ matricule: student.matricule, type: 'attest', image })
  const [{ dossier = '' } = {}] = await queue(page)
  const now = Date.now()
  const item: Item = {
    id: 'huge',
    shape: 1,
    dossier,
    requestKey: 'attest',
    endpoint: 'uploadDocument',
    digest: digestOf(body),
    bytes: body.length,
    state: 'waiting',
    attempts: 0,
    notBefore: now,
    createdAt: now,
  }
  await queueUp(page, item, body)
}

/** Where the next letter goes. */
export const cursor = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: at } = document
    return at instanceof HTMLInputElement ? [at.name, at.selectionStart, at.selectionEnd] : at?.localName
  })
