import { describe, expect, test } from 'vitest'
import { addressOutside, inAppOn } from '../../../src/app/in-app.page.ts'

const android = (end: string, device = 'Android 14; Pixel 8 Build/AP2A.240905.003; wv', view = 'Version/4.0 ') =>
  `Mozilla/5.0 (Linux; ${device}) AppleWebKit/537.36 (KHTML, like Gecko) ${view}Chrome/130.0.6723.58 Mobile Safari/537.36${end}`
const iphone = (end: string) =>
  `Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ${end}`
const reduced = 'Android 10; K'

/** As they were seen in apps (docs/platform.md, "The page"). */
const inAndroidApps = {
  Facebook: android(' [FB_IAB/FB4A;FBAV/488.0.0.62.79;IABMV/1;]'),
  'Facebook of 2026': android(' [FB_IAB/FB4A;FBAV/578.0.0.40.75;IABMV/1;]', 'Android 15; Infinix X6725 Build/AP3A'),
  Messenger: android(' {useragents: [FB_IAB/MESSENGER;FBAV/118.0.0.19.82;]'),
  Instagram: android(' Instagram 355.1.0.44.103 Android (34/14; 420dpi; 1080x2205; Google/google; Pixel 8; en_US)'),
  Threads: android(' Barcelona 355.0.0.39.109 Android (34/14; 420dpi; 1080x2205; Google/google; Pixel 8; en_US)'),
  'WhatsApp of 2025': android(' [WA4A/2.25.32.75;]', reduced, ''),
  'WhatsApp of 2026': android(' WA4A/2.26.36.74', 'Android 14; SM-A065M Build/UP1A.231005.007; '),
  TikTok: android(' musical_ly_2023303040 JsSdk/1.0 NetType/WIFI Channel/googleplay AppName/musical_ly'),
  'Telegram that says so': android(' Telegram-Android/11.2.1 (Tecno TECNO CH7n; Android 11; SDK 30)', reduced, ''),
  Line: android(' Line/7.4.0/IAB'),
  WeChat: android(' MicroMessenger/6.5.7.1041 NetType/WIFI Language/zh_TW'),
  'an app that nobody knows': android(''),
  'Opera Mini, which is such a view': android(' OPR/78.0.2254.70362', 'U; Android 12; Infinix X669D Build/SP1A; wv'),
  'UC Browser': android('', 'U; Android 10; en-US; UCBrowser/13.4.0.1306'),
}

const inAppleApps = {
  Facebook: iphone('Mobile/22B83 [FBAN/FBIOS;FBAV/488.0.0.68.101;FBDV/iPhone12,8;FBMD/iPhone;FBSN/iOS;FBSV/18.1]'),
  'Facebook of 2025': iphone('Mobile/22G100 Safari/604.1 MetaIAB Facebook'),
  Instagram: iphone('Mobile/22F76 Instagram 393.1.0.36.70 (iPhone15,3; iOS 18_5; en_US; en; IABMV/1) Safari/604.1)'),
  WhatsApp: iphone('Version/26.0.1 Mobile/15E148 Safari/604.1 [WAiOS/2.25.31]'),
  TikTok: iphone('Mobile/15E148 Safari/604.1 musical_ly_41.9.0'),
  'older TikTok': iphone('Mobile/15E148 BytedanceWebview/d8a21c6 musical_ly_33.2.1 JsSdk/2.0'),
  Snapchat: iphone('Version/17.3.1 Mobile/15E148 Snapchat/12.72.0.39 (like Safari/8617.2.4.10.8, panda)'),
  'the Google app': iphone('GSA/334.0.674067880 Mobile/15E148 Safari/604.1'),
  'an app that nobody knows': iphone('Mobile/15E148'),
}

const browsers = {
  Chrome: android('', reduced, ''),
  'an older Chrome': android('', 'Android 6.0.1; D6653 Build/23.5.A.0.575', ''),
  'a tab that Chrome shows for an app, and the installed portal': android('', reduced, ''),
  'Samsung Internet':
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/30.0 Chrome/143.0.0.0 Mobile Safari/537.36',
  'Firefox on Android': 'Mozilla/5.0 (Android 14; Mobile; rv:141.0) Gecko/141.0 Firefox/141.0',
  'Opera on Android': android(' OPR/81.6.4292.79147', 'Android 10; Mi A2', ''),
  'Edge on Android': android(' EdgA/130.0.0.0', reduced, ''),
  "Xiaomi's browser": android('', 'U; Android 10; zh-cn; MiuiBrowser/12.5.1'),
  'Chrome on a computer':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  Safari: iphone('Version/18.1 Mobile/15E148 Safari/604.1'),
  'Chrome on an iPhone': iphone('CriOS/130.0.6723.37 Mobile/15E148 Safari/604.1'),
  'Firefox on an iPhone': iphone('FxiOS/130.1  Mobile/15E148 Safari/605.1.15'),
  'the portal on the home screen of an iPhone': iphone('Mobile/15E148'),
  'Safari on a Mac':
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15',
}

const where = (userAgent: string, has = { worker: true, telegram: false }) => inAppOn({ userAgent, ...has })

describe('a student is told of the view of another app in', () => {
  test.each(Object.entries(inAndroidApps))('%s on Android', (_, userAgent) => {
    expect(where(userAgent)).toBe('android')
  })

  test.each(Object.entries(inAppleApps))('%s on an iPhone, which has no service worker there', (_, userAgent) => {
    expect(where(userAgent, { worker: false, telegram: false })).toBe('apple')
  })

  test('Telegram, which calls itself Chrome and leaves a trace in the page', () => {
    const userAgent =
      'Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/129.0.6668.100 Mobile Safari/537.36'
    expect(where(userAgent, { worker: true, telegram: true })).toBe('android')
    expect(where(userAgent)).toBeUndefined()
  })
})

describe('a student reads nothing of it in', () => {
  test.each(Object.entries(browsers))('%s', (_, userAgent) => expect(where(userAgent)).toBeUndefined())

  test('a browser without service workers that is no app’s view: what it lacks is not an app’s fault', () => {
    expect(where(browsers['Firefox on Android'], { worker: false, telegram: false })).toBeUndefined()
  })
})

describe('the address that opens Chrome', () => {
  test.each([
    [
      'https://bourses.example/register',
      'intent://bourses.example/register#Intent;scheme=https;package=com.android.chrome;S.browser_fallback_url=https%3A%2F%2Fbourses.example%2Fregister;end',
    ],
    [
      'http://localhost:8080/reclamation/MA2025TR001',
      'intent://localhost:8080/reclamation/MA2025TR001#Intent;scheme=http;package=com.android.chrome;S.browser_fallback_url=http%3A%2F%2Flocalhost%3A8080%2Freclamation%2FMA2025TR001;end',
    ],
  ])('of %s names its scheme, host and path, and where to stay without Chrome', (address, intent) => {
    expect(addressOutside('android', address)).toBe(intent)
  })

  test('or Safari is the page’s own with the scheme that Safari has for it', () => {
    expect(addressOutside('apple', 'https://bourses.example/home')).toBe('x-safari-https://bourses.example/home')
  })
})
