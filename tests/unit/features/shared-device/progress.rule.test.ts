import { expect, test } from 'vitest'
import { progressOf } from '../../../../src/features/shared-device/unlocking.ts'
import { itemOf } from '../../setup/items.ts'

const dossier = 'encrypted-1'
const mine = (...items: Parameters<typeof itemOf>[0][]) => items.map(item => itemOf({ dossier, ...item }))
const saved = { requestKey: 'save', state: 'accepted' } as const

test('a dossier has come as far as it has photographs that are kept or sent', () => {
  const items = mine(
    saved,
    { requestKey: 'actenaiss', state: 'accepted' },
    { requestKey: 'carteid', state: 'waiting' },
    { requestKey: 'attest', state: 'refused' },
  )
  expect(progressOf(items, dossier)).toEqual({ given: 2, waiting: 1 })
})

test('another dossier’s photographs are not its own', () => {
  const items = [...mine(saved), itemOf({ dossier: 'encrypted-2', requestKey: 'attest' })]
  expect(progressOf(items, dossier)).toEqual({ given: 0, waiting: 0 })
})

test('how many photographs a correction asks for is not told, since nobody but its student may know', () => {
  const items = mine({ requestKey: 'carteid', endpoint: 'replace/carteid' })
  expect(progressOf(items, dossier)).toEqual({ given: undefined, waiting: 1 })
  expect(progressOf([], dossier).given).toBeUndefined()
})
