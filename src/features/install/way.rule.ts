/** What a page can find out about its browser. */
interface Surroundings {
  userAgent: string
  /** Touch points of the screen: an iPad's user agent says Mac. */
  touchPoints: number
  /** The page runs as an installed app. */
  installed: boolean
  /** The browser has offered to install it. */
  offered: boolean
}

/** By the browser's own dialog, by steps in Safari's menu, or by an entry in Firefox's. */
export type Way = 'dialog' | 'safari' | 'firefox'

/** How to install the portal from here; undefined where it is installed, or no steps are known. */
export function wayToInstall({ userAgent, touchPoints, installed, offered }: Surroundings): Way | undefined {
  if (installed) return undefined
  if (offered) return 'dialog'
  if (isApple({ userAgent, touchPoints })) return isSafari(userAgent) ? 'safari' : undefined
  return /Android.*Firefox\//.test(userAgent) ? 'firefox' : undefined
}

/** An Apple phone or tablet: in every browser there, WebKit keeps the data. */
export const isApple = ({ userAgent, touchPoints }: Pick<Surroundings, 'userAgent' | 'touchPoints'>): boolean =>
  /iP(?:hone|ad|od)/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1)

/** Other browsers on Apple devices add a name of their own. */
const isSafari = (userAgent: string) => /Version\/.*Safari\/[\d.]+$/.test(userAgent) && !/\wiOS\//.test(userAgent)
