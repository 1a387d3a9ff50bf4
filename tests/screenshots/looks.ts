import type { BrowserContextOptions } from 'playwright-core'
import type { Device } from '../e2e/setup/browser.ts'

/** In what ways each screen is looked at. */
export interface Look {
  device: Device
  options: BrowserContextOptions
  /** Of the browser, which is another one for each of them. */
  flags: readonly string[]
}

/** Twice the usual size, as a phone's own settings enlarge it. */
const enlarged = ['--blink-settings=defaultFontSize=32']

const phone = { device: 'phone', options: {}, flags: [] } as const satisfies Look
const tablet = { ...phone, device: 'tablet' } as const satisfies Look
const dark = { colorScheme: 'dark' } as const
const at = (width: number, height: number) => ({ viewport: { width, height } })

export const looks = {
  'phone-light': phone,
  'phone-dark': { ...phone, options: dark },
  'phone-forced': { ...phone, options: { forcedColors: 'active' } },
  'phone-text200': { ...phone, flags: enlarged },
  'narrow-light': { ...phone, options: at(320, 640) },
  'narrow-dark': { ...phone, options: { ...at(320, 640), ...dark } },
  'tablet-light': tablet,
  'tablet-dark': { ...tablet, options: dark },
  'wide-light': { ...tablet, options: { ...at(1280, 800), isMobile: false, deviceScaleFactor: 1 } },
  'wide-dark': { ...tablet, options: { ...at(1280, 800), isMobile: false, deviceScaleFactor: 1, ...dark } },
} as const satisfies Record<string, Look>

export type LookName = keyof typeof looks
const names = Object.keys(looks) as LookName[]

/** "forced,tablet": each whose name holds one of the words; all, where none is given. */
export function chosenLooks(words: string | undefined): LookName[] {
  const wanted = (words ?? '').split(',').filter(Boolean)
  return wanted.length === 0 ? names : names.filter(name => wanted.some(word => name.includes(word)))
}
