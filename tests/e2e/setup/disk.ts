import type { BrowserContext, Page } from 'playwright-core'

/** A disk in a test's hand: how the browser's database fails, in every page from now on, or in this one. */

/** What of the database is asked fails, or is never answered, as often as it says. */
export interface Faults {
  /** Openings; `times` from the first one, in each page. */
  open?: { times?: number; forMs?: number; name?: string; silent?: boolean }
  /** Reads of all rows of a store: the n-th one, counted from 1. */
  read?: { store: string; nth: number }
  /** The browser has no database at all. */
  none?: boolean
}

export async function breakDisk(target: Page | BrowserContext, faults: Faults): Promise<void> {
  await target.addInitScript(faulty, faults)
}

/** Answers openings that had no answer, and lets all later ones be. */
export const healDisk = (page: Page): Promise<boolean> => page.evaluate(() => dispatchEvent(new Event('disk is well')))

function faulty({ open, read, none }: Faults): void {
  if (none) Object.defineProperty(globalThis, 'indexedDB', { value: undefined })
  const began = Date.now()
  let isWell = false
  addEventListener('disk is well', () => {
    isWell = true
  })
  if (open) {
    const real = IDBFactory.prototype.open
    const { times = Number.POSITIVE_INFINITY, forMs = Number.POSITIVE_INFINITY, name = 'UnknownError', silent } = open
    let count = 0
    IDBFactory.prototype.open = function (database, version) {
      if (isWell || database !== 'portail' || ++count > times || Date.now() - began > forMs)
        return real.call(this, database, version)
      if (silent) {
        const handlers = {} as IDBOpenDBRequest
        let answered: IDBOpenDBRequest | undefined
        addEventListener('disk is well', () => {
          answered = Object.assign(real.call(this, database, version), handlers)
        })
        return new Proxy(handlers, { get: (_, key) => Reflect.get(answered ?? handlers, key) })
      }
      const error = new DOMException('Internal error opening backing store for indexedDB.open.', name)
      const request = { error } as IDBOpenDBRequest
      setTimeout(() => request.onerror?.(new Event('error')))
      return request
    }
  }
  if (read) {
    const real = IDBObjectStore.prototype.getAll
    let count = 0
    IDBObjectStore.prototype.getAll = function (...args) {
      if (this.name === read.store && ++count === read.nth) {
        const request = { error: new DOMException('Internal error.', 'UnknownError') } as IDBRequest
        setTimeout(() => request.onerror?.(new Event('error')))
        return request
      }
      return real.apply(this, args)
    }
  }
}
