import { describe, expect, test } from 'vitest'
import { isApple, wayToInstall } from '../../../../src/features/install/use-way.ts'

const apple = (device: string, end: string) => `Mozilla/5.0 (${device}) AppleWebKit/605.1.15 (KHTML, like Gecko) ${end}`
const iphone = 'iPhone; CPU iPhone OS 18_1 like Mac OS X'
const mac = 'Macintosh; Intel Mac OS X 10_15_7'
const safari = 'Version/18.1 Mobile/15E148 Safari/604.1'
const android =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36'

const chrome = apple(iphone, 'CriOS/130.0.6723.90 Mobile/15E148 Safari/604.1')
const firefox = 'Mozilla/5.0'

const way = (userAgent: string, more: { touchPoints?: number; installed?: boolean; offered?: boolean } = {}) =>
  wayToInstall({ userAgent, touchPoints: 5, installed: false, offered: false, ...more })

describe('the portal is installed', () => {
  test.each([
    ["by Chromium's dialog, once it offers it", android, { offered: true }, 'dialog'],
    ['not from a Chromium that offers nothing', android, {}, undefined],
    ["by the steps of Safari's menu", apple(iphone, safari), {}, 'safari'],
    ['as well on an iPad, which calls itself a Mac', apple(mac, 'Version/18.1 Safari/605.1.15'), {}, 'safari'],
    ['not on a Mac', apple(mac, 'Version/18.1 Safari/605.1.15'), { touchPoints: 0 }, undefined],
    ["not by Chrome's menu on an iPhone", chrome, {}, undefined],
    ["nor by Firefox's there", apple(iphone, 'FxiOS/133.0 Mobile/15E148 Safari/605.1.15'), {}, undefined],
    ["nor from an app's view there", apple(iphone, 'Mobile/22B83 [FBAN/FBIOS;FBAV/488.0]'), {}, undefined],
    [
      "by a line of Firefox's menu",
      `${firefox} (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0`,
      {},
      'firefox',
    ],
    ["not by Firefox's on a computer", `${firefox} (X11; Linux x86_64) Gecko/20100101 Firefox/140.0`, {}, undefined],
    ['not where it is', apple(iphone, safari), { installed: true }, undefined],
    ['not where it is, whatever is offered', android, { installed: true, offered: true }, undefined],
  ] as const)('%s', (_, userAgent, more, expected) => expect(way(userAgent, more)).toBe(expected))

  test('what WebKit keeps for a week is told of all browsers on an iPhone, and of none elsewhere', () => {
    expect(isApple({ userAgent: chrome, touchPoints: 5 })).toBe(true)
    expect(isApple({ userAgent: android, touchPoints: 5 })).toBe(false)
  })
})
