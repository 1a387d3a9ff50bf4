import { expect, test } from 'vitest'
import { isForeign } from '../../../sw/foreign.rule.ts'

const own = 'https://portail.example'

test.each([
  ['a share, which is no page’s', 'null', '', false],
  ['a share of a browser that says nothing', null, '', false],
  ['a share of an app that says its name', null, 'android-app://com.whatsapp/', false],
  ['a page of the portal', own, `${own}/partage`, false],
  ['a page of another site', 'https://ailleurs.example', 'https://ailleurs.example/', true],
  ['a page that says only whence it was led here', 'null', 'https://ailleurs.example/page', true],
  ['a page of the same host on another port', `${own}:8443`, '', true],
  ['a page of the same name without encryption', 'http://portail.example', '', true],
])('%s', (_, origin, referrer, expected) => {
  expect(isForeign(origin, referrer, own)).toBe(expected)
})
