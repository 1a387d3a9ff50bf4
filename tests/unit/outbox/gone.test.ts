import { describe, expect, test, vi } from 'vitest'
import { writeTogether } from '../../../src/core/db/database.ts'
import { clearAway, markAway } from '../../../src/outbox/attention.ts'
import { countUnsent, type Item } from '../../../src/outbox/item.ts'
import { goneSince } from '../../../src/outbox/meanwhile.ts'
import * as notifyText from '../../../src/outbox/ui/news-text.ts'
import { onFreshDevice, readDisk } from '../setup/device.ts'
import { itemOf } from '../setup/items.ts'

onFreshDevice()

const at = (requestKey: Item['requestKey'], state: Item['state'], settledAt?: number, dossier = 'mine') =>
  itemOf({ id: `${dossier}/${requestKey}`, dossier, requestKey, state, ...(settledAt && { settledAt }) })

const half = [at('attest', 'accepted', 20), at('carteid', 'waiting')]

describe('what became of documents while nobody looked', () => {
  test.each([
    [
      'counts what arrived and what was refused since',
      [at('attest', 'accepted', 20), at('carteid', 'refused', 30)],
      1,
      1,
    ],
    ['leaves out what was seen', [at('attest', 'accepted', 9), at('carteid', 'accepted', 10)], 1, 0],
    ['leaves out short calls', [at('save', 'accepted', 20), at('attest', 'accepted', 20)], 1, 0],
    ['tells of another dossier than one that waits', [...half, at('attest', 'accepted', 20, 'other')], 1, 0],
    ['does not wait for a short call', [at('attest', 'accepted', 20), at('validate', 'waiting')], 1, 0],
  ] as const)('%s', (_, items, arrived, refused) => expect(goneSince(items, 10)).toEqual({ arrived, refused }))

  test.each([
    ['nothing has settled', [at('attest', 'waiting')]],
    ['all of it was seen', [at('attest', 'accepted', 9)]],
    ['one of five still waits', half],
  ] as const)('is no news where %s', (_, items) => expect(goneSince(items, 10)).toBeUndefined())

  test.each([
    [{ arrived: 5, refused: 0 }, '5 documents sont arrivés.'],
    [{ arrived: 1, refused: 2 }, '1 document est arrivé. 2 documents sont à refaire.'],
  ])('is said in numbers', (gone, said) => expect(notifyText.gone(gone)).toBe(said))

  test('the badge counts documents that wait, and no short call', () => {
    const items = [at('save', 'waiting'), at('attest', 'waiting'), at('carteid', 'refused'), at('simcard', 'accepted')]
    expect(countUnsent(items)).toBe(1)
  })
})

describe('the next page', () => {
  const news = async () => {
    vi.resetModules()
    const { goneMeanwhile } = await import('../../../src/outbox/meanwhile.ts')
    return goneMeanwhile
  }
  const queue = (...items: Item[]) =>
    writeTogether(['queue'], stores => {
      for (const item of items) stores.queue.put(item, item.id)
    })

  test('says it, as long as it is there; the one after it does not', async () => {
    await markAway({ since: 10, installed: false })
    await queue(at('attest', 'accepted', 20))
    const first = await news()
    expect(await first()).toEqual({ arrived: 1, refused: 0 })
    expect(await first()).toEqual({ arrived: 1, refused: 0 })
    expect((await readDisk()).device).toEqual({})
    expect(await (await news())()).toBeUndefined()
  })

  test('says it no more once a refused one was given again in the same visit, nor when that one has arrived', async () => {
    await markAway({ since: 10, installed: false })
    await queue(at('attest', 'refused', 20), at('carteid', 'accepted', 20))
    const first = await news()
    expect(await first()).toEqual({ arrived: 1, refused: 1 })
    await queue(at('attest', 'waiting'))
    expect(await first()).toBeUndefined()
    await queue(at('attest', 'accepted', 30))
    expect(await first()).toBeUndefined()
  })

  test.each<[string, () => Promise<unknown>]>([
    ['of what a page that was come back to has shown', () => markAway({ since: 10, installed: false }).then(clearAway)],
    ['where the student left nothing waiting', async () => {}],
  ])('says nothing %s', async (_, before) => {
    await queue(at('attest', 'accepted', 20))
    await before()
    expect(await (await news())()).toBeUndefined()
  })
})
