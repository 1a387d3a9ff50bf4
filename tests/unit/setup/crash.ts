import { IDBRequest as FakeRequest } from 'fake-indexeddb'
import { vi } from 'vitest'
import { later } from './later.ts'

export interface Killing {
  /** Which write is the last thing the page does, counted from 1; 0 lets it live. */
  at: number
  /** The write itself was still asked for, or was not. */
  asked: boolean
}

/** What a page's loops ask, so that they end with it. */
export interface Page {
  dead: boolean
}

type Request = IDBRequest<IDBValidKey> & IDBRequest<undefined>
type Write = (this: IDBObjectStore, ...args: [value: unknown, key?: IDBValidKey]) => Request

/**
 * Ends the page at one of its writes, as a kill does: what was not committed is gone, and nothing is written after it.
 * @returns how many writes there were, with the last one, and whether the page was killed
 */
export async function killed(
  { at, asked }: Killing,
  life: (page: Page) => Promise<unknown>,
): Promise<{ writes: number; dead: boolean }> {
  const page: Page = { dead: false }
  const died = later<void>()
  let writes = 0
  const spies = (['put', 'delete'] as const).map(verb => {
    const real = IDBObjectStore.prototype[verb] as Write
    const write: Write = function (...args) {
      if (page.dead) return nothing()
      writes++
      if (writes !== at) return real.apply(this, args)
      if (asked) real.apply(this, args)
      page.dead = true
      this.transaction.abort()
      died.resolve()
      return nothing()
    }
    return vi.spyOn(IDBObjectStore.prototype, verb).mockImplementation(write)
  })
  try {
    await Promise.race([life(page), died.promise])
  } catch (error) {
    if (!page.dead) throw error
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
  return { writes, dead: page.dead }
}

/** A dead page hears of no request. */
function nothing(): Request {
  return new FakeRequest() as unknown as Request
}
