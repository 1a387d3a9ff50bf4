import { isThere, needed } from '../../run/needs.ts'

export const isRoot = () => process.getuid?.() === 0

export const findChromium = (): string => needed('chromium')

/** The browser of journeys that need no window. */
export const findHeadlessShell = (): string => needed(isThere('shell') ? 'shell' : 'chromium')
