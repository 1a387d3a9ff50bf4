import { beforeEach, describe, expect, test, vi } from 'vitest'
import { writeTogether } from '../../../src/core/db/database.ts'
import { clearAway, markAway } from '../../../src/outbox/attention.ts'
import { countUnsent, type Item } from '../../../src/outbox/item.ts'
import { goneSince } from '../../../src/outbox/meanwhile.ts'
import * as notifyText from '../../../src/outbox/ui/news-text.ts'
import { openDevice, readDisk, wipeDevice } from '../setup/device.ts'
import { itemOf } from '../setup/items.ts'

const at = (requestKey: Item['requestKey'], state: Item['state'], settledAt?: number, dossier = 'mine') =>
  itemOf({
    id: `${dossier}/${requestKey}`,
    dossier,
    requestKey,
    state,
    ...(settledAt === undefined ? {} : { settledAt }),
  })

describe('what became of documents while nobody looked', () => {
  test.each([
    [
      'counts what arrived and what was refused since then',
      [at('attest', 'accepted', 20), at('carteid', 'refused', 30)],
      1,
      1,
    ],
    ['leaves out what was seen', [at('attest', 'accepted', 9), at('carteid', 'accepted', 10)], 1, 0],
    ['leaves out short calls', [at('save', 'accepted', 20), at('attest', 'accepted', 20)], 1, 0],
    [
      'leaves out a dossier of which a document still waits, and tells the other',
      [at('attest', 'accepted', 20), at('carteid', 'waiting'), at('attest', 'accepted', 20, 'other')],
      1,
      0,
    ],
    ['does not wait for a short call', [at('attest', 'accepted', 20), at('validate', 'waiting')], 1, 0],
  ] as const)('%s', (_, items, arrived, refused) => expect(goneSince(items, 10)).toEqual({ arrived, refused }))

  test.each([
    ['nothing has settled', [at('attest', 'waiting')]],
    ['all of it was seen', [at('attest', 'accepted', 9)]],
    ['one of five still waits', [at('attest', 'accepted', 20), at('carteid', 'waiting')]],
  ] as const)('is no news where %s', (_, items) => expect(goneSince(items, 10)).toBeUndefined())

  test('is said in numbers', () => {
    expect(notifyText.gone({ arrived: 5, refused: 0 })).toBe('5 documents sont arrivés.')
    expect(notifyText.gone({ arrived: 1, refused: 2 })).toBe('1 document est arrivé. 2 documents sont à refaire.')
    expect(notifyText.meanwhile({ arrived: 0, refused: 1 })).toBe(
      'Depuis votre dernière visite\u00a0: 1 document est à refaire.',
    )
  })

  test('the badge counts documents that wait, and no short call', () => {
    expect(
      countUnsent([
        at('save', 'waiting'),
        at('attest', 'waiting'),
        at('carteid', 'refused'),
        at('simcard', 'accepted'),
      ]),
    ).toBe(1)
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
  const kept = async () => (await readDisk()).device

  beforeEach(async () => {
    await wipeDevice()
    await openDevice()
  })

  test('says it, as long as it is there; the one after it does not', async () => {
    await markAway({ since: 10, installed: false })
    await queue(at('attest', 'accepted', 20))
    const first = await news()
    expect(await first()).toEqual({ arrived: 1, refused: 0 })
    expect(await first()).toEqual({ arrived: 1, refused: 0 })
    expect(await kept()).toEqual({})
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

  test('says nothing of what a page that was come back to has shown', async () => {
    await markAway({ since: 10, installed: false })
    await queue(at('attest', 'accepted', 20))
    await clearAway()
    expect(await (await news())()).toBeUndefined()
  })

  test('says nothing where nobody left anything waiting', async () => {
    await queue(at('attest', 'accepted', 20))
    expect(await (await news())()).toBeUndefined()
  })
})
