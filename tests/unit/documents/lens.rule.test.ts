import { expect, test } from 'vitest'
import { type Lens, lensesAfter } from '../../../src/documents/ui/lens.rule.ts'

const lens = (deviceId: string, label = ''): Lens => ({ deviceId, label })

test.each([
  ['Android', 'camera2 1, facing front', 'camera2 0, facing back', 'camera2 2, facing back'],
  ['an iPhone', 'Caméra avant', 'Caméra arrière', 'Caméra arrière ultra grand-angle'],
])('%s: each press opens the next one, those of the back first, until all have been seen', (_, front, back, wide) => {
  const lenses = [lens('b', back), lens('f', front), lens('w', wide)]
  const seen = ['b']
  for (let press = 0; press < 3; press += 1) seen.push(lensesAfter(lenses, seen.at(-1))[0] ?? '')
  expect(seen).toEqual(['b', 'w', 'f', 'b'])
})

test('the one in use comes last, should no other one open', () => {
  expect(lensesAfter([lens('1'), lens('2'), lens('3')], '2')).toEqual(['3', '1', '2'])
})

test('where the one in use is not known, or gone, all are tried', () => {
  const both = [lens('1'), lens('2')]
  expect(lensesAfter(both, undefined)).toEqual(['1', '2'])
  expect(lensesAfter(both, 'gone')).toEqual(['1', '2'])
})

test('a browser that names none before it was allowed has none to choose from', () => {
  expect(lensesAfter([lens(''), lens('')], undefined)).toEqual([])
})
