import { describe, expect, test } from 'vitest'
import { givenOf } from '../../../src/documents/given.ts'
import { documentState } from '../../../src/documents/view.ts'
import type { Item } from '../../../src/outbox/item.ts'
import { itemOf } from '../setup/items.ts'

const nothing = { photo: undefined, preparing: false, sendingId: undefined, fault: undefined }
const photoOf = (change: Partial<Item> = {}) => givenOf([itemOf(change)], [])[0]
const waiting = photoOf()
const refused = photoOf({ state: 'refused' })
const accepted = photoOf({ state: 'accepted' })

describe('the row of a document says', () => {
  test.each([
    ['empty before anything was picked', {}, 'empty'],
    ['failed when the picked file was not taken', { fault: 'Trop lourd' }, 'failed'],
    ['preparing while the picked file is prepared', { preparing: true }, 'preparing'],
    ['preparing while a sent photo is being replaced', { preparing: true, photo: accepted }, 'preparing'],
    ['preparing again after a fault', { preparing: true, fault: 'Trop lourd' }, 'preparing'],
    ['queued once it is on the disk', { photo: waiting }, 'queued'],
    ['queued while another one is on its way', { photo: waiting, sendingId: 'other' }, 'queued'],
    ['queued still, when a newer file was not taken', { photo: waiting, fault: 'Trop lourd' }, 'queued'],
    ['sending while its bytes are moving', { photo: waiting, sendingId: waiting?.id }, 'sending'],
    ['sent once the provider accepted it', { photo: accepted }, 'sent'],
    ['sent, also when the signal comes late', { photo: accepted, sendingId: accepted?.id }, 'sent'],
    ['failed when the provider refused it', { photo: refused }, 'failed'],
  ])('%s', (_, facts, state) => expect(documentState({ ...nothing, ...facts })).toBe(state))
})
