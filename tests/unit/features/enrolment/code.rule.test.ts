import { describe, expect, test } from 'vitest'
import { newsOfCode } from '../../../../src/features/enrolment/code.rule.ts'
import type { Item } from '../../../../src/outbox/item.ts'
import { itemOf } from '../../setup/items.ts'

const settled = (requestKey: Item['requestKey'], state: Item['state'], settledAt: number, msg: string) =>
  itemOf({ id: requestKey, requestKey, state, settledAt, createdAt: settledAt - 1, reply: { status: 1, msg } })
const saved = settled('save', 'accepted', 10, 'Un code est envoyé.')
const renewed = settled('newCode', 'accepted', 40, 'Un autre code est envoyé.')
const wrong = settled('code', 'refused', 20, "Ce code n'est pas le bon.")

describe('what is told of the codes', () => {
  test('is at first that one was sent, and when', () => {
    expect(newsOfCode([saved])).toEqual({ refused: undefined, said: 'Un code est envoyé.', askedAt: 10 })
  })

  test('is that it was wrong, once it was', () => expect(newsOfCode([saved, wrong]).refused).toBe(wrong))

  test('is no longer that, once another one was asked for', () => {
    const asked = itemOf({ id: 'newCode', requestKey: 'newCode', state: 'waiting', createdAt: 30 })
    expect(newsOfCode([saved, wrong, asked]).refused).toBeUndefined()
    const news = { refused: undefined, said: 'Un autre code est envoyé.', askedAt: 40 }
    expect(newsOfCode([saved, wrong, renewed])).toEqual(news)
  })

  test('is not that a code was sent, where another one was refused', () => {
    expect(newsOfCode([saved, settled('newCode', 'refused', 30, 'Trop de codes.')]).said).toBeUndefined()
  })

  test('is the newest refusal: of a code that was sent again and is wrong as well', () => {
    const again = settled('code', 'refused', 50, "Ce code n'est pas le bon.")
    expect(newsOfCode([saved, again, renewed]).refused).toBe(again)
  })
})
