import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { offerDatabase } from '../setup/device.ts'

/** Looks for a student on a device: in the browser's files, and in every storage as the page itself reads it. */

interface Needle {
  name: string
  bytes: Buffer
}

/** Each word as UTF-8 and UTF-16, and inside base64 however the bytes before it fall. */
export function needlesOf(words: readonly string[]): Needle[] {
  return words.flatMap(word => [
    { name: `${word} (UTF-8)`, bytes: Buffer.from(word, 'utf8') },
    { name: `${word} (UTF-16)`, bytes: Buffer.from(word, 'utf16le') },
    ...inBase64(word, Buffer.from(word, 'utf8')),
  ])
}

/** Pieces from the middle of a picture: its head is that of every picture. */
export function piecesOf(name: string, bytes: Buffer): Needle[] {
  const size = 36
  return [0.3, 0.5, 0.7].flatMap(part => {
    const piece = bytes.subarray(Math.floor(bytes.length * part)).subarray(0, size)
    const label = `${name} at ${part}`
    return [{ name: label, bytes: Buffer.from(piece) }, ...inBase64(label, piece)]
  })
}

function inBase64(name: string, bytes: Buffer): Needle[] {
  return [0, 1, 2].flatMap(before => {
    const text = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '')
    // The first and the last digits depend on the neighbours.
    const certain = text.slice(before === 0 ? 0 : before + 1, -2)
    return certain.length < 6 ? [] : [{ name: `${name} (base64, ${before})`, bytes: Buffer.from(certain) }]
  })
}

const found = (place: string, bytes: Buffer, needles: readonly Needle[]) =>
  needles.filter(needle => bytes.includes(needle.bytes)).map(needle => `${place}: ${needle.name}`)

/** The browser lives, and drops files while they are looked for: what is gone holds nothing any more. */
function unlessGone<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

const filesIn = (directory: string): string[] =>
  (unlessGone(() => readdirSync(directory, { withFileTypes: true })) ?? []).flatMap(entry => {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) return filesIn(path)
    return entry.isFile() ? [path] : []
  })

/**
 * Every file of the browser's profile. LevelDB may have compressed some of its tables, in which a word can hide: what
 * `inStorages` reads is not compressed.
 */
export function inProfile(directory: string, needles: readonly Needle[]): string[] {
  return filesIn(directory).flatMap(file => {
    const bytes = unlessGone(() => readFileSync(file))
    return bytes ? found(file.slice(directory.length), bytes, needles) : []
  })
}

/** Databases, caches, localStorage, sessionStorage, cookies, the history entry and the page itself. */
export async function inStorages(page: Page, needles: readonly Needle[]): Promise<string[]> {
  await offerDatabase(page)
  const parts = await page.evaluate(async () => {
    const base64 = (buffer: ArrayBuffer) => {
      let text = ''
      for (const byte of new Uint8Array(buffer)) text += String.fromCharCode(byte)
      return btoa(text)
    }
    const all: [string, string, boolean][] = []
    const put = (place: string, value: unknown): void => {
      if (value instanceof ArrayBuffer) all.push([place, base64(value), true])
      else if (typeof value === 'object' && value !== null)
        for (const [key, inner] of Object.entries(value)) put(`${place}.${key}`, inner)
      else all.push([place, String(value), false])
    }
    const database = await openPortail()
    for (const store of database.objectStoreNames) {
      const variant = database.transaction(store).objectStore(store)
      const [keys, values] = await Promise.all(
        [variant.getAllKeys(), variant.getAll()].map(
          request =>
            new Promise<unknown[]>(resolve => {
              request.onsuccess = () => resolve(request.result)
            }),
        ),
      )
      put(`indexedDB.${store}.keys`, keys)
      put(`indexedDB.${store}`, values)
    }
    database.close()
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        all.push([`cache.${name}`, request.url, false])
        const answer = await cache.match(request)
        if (answer) all.push([`cache.${name}.${request.url}`, base64(await answer.arrayBuffer()), true])
      }
    }
    put('localStorage', { ...localStorage })
    put('sessionStorage', { ...sessionStorage })
    all.push(['cookie', document.cookie, false], ['address', location.href, false])
    all.push(['history.state', JSON.stringify(history.state), false], ['title', document.title, false])
    all.push(['page', document.documentElement.outerHTML, false])
    const typed = [...document.querySelectorAll('input')].map(input => input.value)
    all.push(['fields', typed.join('\n'), false])
    return all
  })
  const databases = (await page.evaluate(() => indexedDB.databases())).map(({ name }) => name)
  if (databases.join() !== 'portail') throw new Error(`Unknown databases: ${databases}`)
  return parts.flatMap(([place, text, binary]) => found(place, Buffer.from(text, binary ? 'base64' : 'utf8'), needles))
}
