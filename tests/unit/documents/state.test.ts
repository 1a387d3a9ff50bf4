import { describe, expect, test } from 'vitest'
import { documentState } from '../../../src/documents/view.ts'
import { itemOf } from '../setup/items.ts'

const nothing = { item: undefined, preparing: false, sendingId: undefined, fault: undefined }
const waiting = itemOf()
const refused = itemOf({ state: 'refused' })
const accepted = itemOf({ state: 'accepted' })

describe('the row of a document says', () => {
  test.each([
    ['empty before anything was picked', {}, 'empty'],
    ['failed when the picked file was not taken', { fault: 'Trop lourd' }, 'failed'],
    ['preparing while the picked file is prepared', { preparing: true }, 'preparing'],
    ['preparing while a sent photo is being replaced', { preparing: true, item: accepted }, 'preparing'],
    ['preparing again after a fault', { preparing: true, fault: 'Trop lourd' }, 'preparing'],
    ['queued once it is on the disk', { item: waiting }, 'queued'],
    ['queued while another one is on its way', { item: waiting, sendingId: 'other' }, 'queued'],
    ['queued still, when a newer file was not taken', { item: waiting, fault: 'Trop lourd' }, 'queued'],
    ['sending while its bytes are moving', { item: waiting, sendingId: waiting.id }, 'sending'],
    ['sent once the provider accepted it', { item: accepted }, 'sent'],
    ['sent, also when the signal comes late', { item: accepted, sendingId: accepted.id }, 'sent'],
    ['failed when the provider refused it', { item: refused }, 'failed'],
  ])('%s', (_, facts, state) => expect(documentState({ ...nothing, ...facts })).toBe(state))
})
