import { expect, test } from 'vitest'
import { thoseHad, upToLastHad } from '../../../sw/had.rule.ts'

const following = ['shared-11111111', 'follow-up-screens-22222222', 'optional-screens-33333333', 'editor-44444444'].map(
  name => `/assets/${name}.js`,
)

test('a device that had a part gets it again with what it imports by now, under whatever name', () => {
  expect(upToLastHad(following, ['/index.html', '/assets/follow-up-screens-bbbb-bbb.js'])).toEqual(
    following.slice(0, 2),
  )
})

test('a device that had none of what follows gets none of it', () => {
  expect(upToLastHad(following, ['/index.html', '/assets/screens-cccccccc.js'])).toEqual([])
})

test('a device that had the last part gets everything', () => {
  expect(upToLastHad(following, ['/assets/editor-dddddddd.js'])).toEqual(following)
})

test('a file that was wanted once comes with each update', () => {
  expect(thoseHad(['/assets/package-eeeeeeee.js'], ['/index.html'])).toEqual([])
  expect(thoseHad(['/assets/package-eeeeeeee.js'], ['/assets/package-ffffffff.js'])).toEqual([
    '/assets/package-eeeeeeee.js',
  ])
})
