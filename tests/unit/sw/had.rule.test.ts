import { expect, test } from 'vitest'
import { thoseHad, upToLastHad } from '../../../sw/had.rule.ts'

const following = ['shared-11111111', 'follow-up-screens-22222222', 'optional-screens-33333333', 'editor-44444444'].map(
  name => `/assets/${name}.js`,
)

test.each([
  ['a part gets it again with what it imports by now, under whatever name', 'follow-up-screens-bbbb-bbb', 2],
  ['none of what follows gets none of it', 'screens-cccccccc', 0],
  ['the last part gets everything', 'editor-dddddddd', 4],
])('a device that had %s', (_, had, count) => {
  expect(upToLastHad(following, ['/index.html', `/assets/${had}.js`])).toEqual(following.slice(0, count))
})

test('a file that was wanted once comes with each update', () => {
  const wanted = ['/assets/package-eeeeeeee.js']
  expect(thoseHad(wanted, ['/index.html'])).toEqual([])
  expect(thoseHad(wanted, ['/assets/package-ffffffff.js'])).toEqual(wanted)
})
