import { describe, expect, test } from 'vitest'
import { resumableOf } from '../../../src/app/resumable.ts'
import type { Dossier } from '../../../src/core/db/dossier.ts'
import { wizards } from '../../../src/features/enrolment/wizards.ts'
import type { Item, RequestKey } from '../../../src/outbox/item.ts'
import { itemOf } from '../setup/items.ts'

const now = Date.UTC(2026, 10, 22, 14, 5)
const hours = 3_600_000
const answers = { prenom: 'Aminata', nom: 'TRAORÉ', matricule: 'MA2025TR001', phone: '76543210' }
const dossier: Dossier = { id: 'one', kind: 'enrolment', shape: 1, createdAt: now, savedAt: now, answers }
const item = (requestKey: RequestKey, state: Item['state'] = 'accepted', settledAt = now - hours) =>
  itemOf({ id: requestKey, dossier: 'one', requestKey, state, settledAt, createdAt: now })
const confirmed = [item('save'), item('code')]
const photos = (['actenaiss', 'carteid', 'simcard', 'attest', 'photobuste'] as const).map(requestKey =>
  item(requestKey),
)
const facts = { dossier, items: confirmed, prepared: [], plan: wizards.complete, wanted: false, offset: 0, now }

describe('what the home page says of an enrolment that was begun', () => {
  test('counts as given what has arrived and what waits, and as left what was refused', () => {
    const items = [...confirmed, item('actenaiss'), item('carteid', 'waiting'), item('simcard', 'refused')]
    expect(resumableOf({ ...facts, items })).toMatchObject({
      state: 'draft',
      step: 3,
      steps: 4,
      documents: 5,
      left: ['simcard', 'attest', 'photobuste'],
      person: { prenom: 'Aminata' },
    })
  })

  test('ends with its last document, and is answered within 48 hours of it by the provider’s clock', () => {
    const items = [...confirmed, ...photos.slice(1), item('actenaiss', 'accepted', now - 60_000)]
    const { state, answerBy } = resumableOf({ ...facts, items, offset: 5000 })
    expect([state, answerBy]).toEqual(['done', now - 60_000 + 48 * hours + 5000])
  })

  test.each([
    ['whose clock was never compared', undefined, now - hours],
    ['after the 48 hours', 0, now - 49 * hours],
    ['whose clock has been put back since', 0, now + hours],
  ])('promises no date on a phone %s', (_, offset, settledAt) => {
    const items = [...confirmed, ...photos.map(({ requestKey }) => item(requestKey, 'accepted', settledAt))]
    expect(resumableOf({ ...facts, items, offset }).answerBy).toBeUndefined()
  })

  test('is done where it was ended, and wants documents again only then', () => {
    expect(resumableOf({ ...facts, dossier: { ...dossier, closed: true } }).state).toBe('done')
    expect(resumableOf({ ...facts, items: [...confirmed, ...photos], wanted: true }).state).toBe('update')
    expect(resumableOf({ ...facts, wanted: true }).state).toBe('draft')
  })

  test('is handed over wherever it stands, until it is taken back', () => {
    const transferred = { at: now, id: 'parcel' }
    for (const items of [confirmed, [...confirmed, ...photos]])
      expect(resumableOf({ ...facts, items, dossier: { ...dossier, transferred } }).state).toBe('transferred')
  })

  test('counts what is prepared as given, and says how many of it are here', () => {
    const prepared = ['attest', 'carteid'] as const
    const before = resumableOf({ ...facts, items: [], prepared })
    expect(before).toMatchObject({ state: 'draft', step: 1, ready: 2, left: ['actenaiss', 'simcard', 'photobuste'] })
    const empty = resumableOf({ ...facts, items: [], prepared, dossier: { ...dossier, answers: {} } })
    expect(empty).toMatchObject({ state: 'prepared', ready: 2 })
    expect(resumableOf({ ...facts, prepared }), 'they leave by now').toMatchObject({ ready: 0 })
    const reduced = resumableOf({ ...facts, items: [], plan: wizards.reduced, prepared: ['photobuste'] })
    expect(reduced, 'nobody asks for it').toMatchObject({ ready: 0, documents: 4 })
  })

  test('names nobody where the dossier is encrypted', () => {
    expect(resumableOf({ ...facts, dossier: { ...dossier, id: 'encrypted-one' } }).person).toBeUndefined()
  })

  test('is nothing but what waits where it is a correction', () => {
    const items = [item('attest', 'waiting'), item('carteid')]
    const said = resumableOf({ ...facts, dossier: { ...dossier, kind: 'correction' }, items, prepared: ['simcard'] })
    expect(said).toMatchObject({ state: 'prepared', waiting: 1, ready: 0, person: undefined })
  })
})
