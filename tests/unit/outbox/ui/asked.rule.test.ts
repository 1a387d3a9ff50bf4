import { expect, test } from 'vitest'
import { askedCodeOf } from '../../../../src/outbox/ui/use-asked-code.ts'
import { itemOf } from '../../setup/items.ts'

const askedAt = (at: number, bytes: number, msg: string) =>
  itemOf({ id: `${at}`, bytes, code: { askedAt: at }, reply: { status: 0, msg, codeRequis: true } })

test('of several questions the last one’s words are told, and the smallest photo brings a new code', () => {
  const items = [askedAt(5, 100, 'first'), askedAt(9, 900, 'last'), askedAt(7, 300, 'between'), itemOf({ bytes: 1 })]
  expect(askedCodeOf(items)).toEqual({ msg: 'last', askedAt: 9, smallest: items[0] })
})

test.each([
  ['was let go again', itemOf({ code: { askedAt: 1, again: 2 } })],
  ['was handed over', itemOf({ code: { askedAt: 1 }, held: true })],
  ['was accepted', itemOf({ state: 'accepted', code: { askedAt: 1 } })],
  ['never was asked about', itemOf()],
])('nothing is asked of what %s', (_, item) => expect(askedCodeOf([item])).toBeUndefined())

test('a provider that says nothing is asked for no words', () => {
  expect(askedCodeOf([itemOf({ code: { askedAt: 1 } })])?.msg).toBe('')
})
