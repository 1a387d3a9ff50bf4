import { describe, expect, test } from 'vitest'
import { type Announced, type Announcements, newsSince } from '../../../src/documents/documents.rule.ts'

const at = (state: Announced['state'], fault?: string): Announced => ({ state, fault })
const [empty, sending, sent, failed] = [at('empty'), at('sending'), at('sent'), at('failed')]
const faulty = at('sent', 'Trop lourd')
const told = (attest: Announced, carteid: Announced = empty): Announcements =>
  new Map([
    ['attest', attest],
    ['carteid', carteid],
  ])

describe('news of the documents', () => {
  test.each<[string, Announcements, Announcements, object]>([
    ['a photo that has arrived', told(sending), told(sent), { sent: 'attest', failed: undefined }],
    ['a photo that was refused', told(sending), told(failed), { failed: 'attest' }],
    ['a file that was not taken where another stays', told(sent), told(faulty), { failed: 'attest' }],
    ['both at once', told(sending, sending), told(sent, failed), { sent: 'attest', failed: 'carteid' }],
  ])('are %s', (_, before, now, news) => expect(newsSince(before, now)).toEqual(news))

  test.each<[string, Announcements, Announcements]>([
    ['what was so before', told(sent, failed), told(sent, failed)],
    ['what is on its way', told(empty), told(sending)],
    ['a document that was not there before', new Map(), told(sent)],
  ])('are not %s', (_, before, now) => expect(newsSince(before, now)).toEqual({}))
})
