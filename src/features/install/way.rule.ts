/** What a page can tell of where it runs. */
interface Surroundings {
  userAgent: string
  /** How many fingers the screen feels: an iPad calls itself a Mac. */
  touchPoints: number
  /** It runs as an installed app. */
  installed: boolean
  /** The browser has offered to install it. */
  offered: boolean
}

/** By the browser's own dialog, by the steps of Safari's menu, by a line of Firefox's. */
export type Way = 'dialog' | 'safari' | 'firefox'

/** How the portal is installed from here; undefined where it is, or nobody could say how. */
export function wayToInstall({ userAgent, touchPoints, installed, offered }: Surroundings): Way | undefined {
  if (installed) return undefined
  if (offered) return 'dialog'
  if (isApple({ userAgent, touchPoints })) return isSafari(userAgent) ? 'safari' : undefined
  return /Android.*Firefox\//.test(userAgent) ? 'firefox' : undefined
}

/** A phone or tablet of Apple's: whichever browser it is, WebKit is what keeps its data. */
export const isApple = ({ userAgent, touchPoints }: Pick<Surroundings, 'userAgent' | 'touchPoints'>): boolean =>
  /iP(?:hone|ad|od)/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1)

/** The other browsers there say their own name. */
const isSafari = (userAgent: string) => /Version\/.*Safari\/[\d.]+$/.test(userAgent) && !/\wiOS\//.test(userAgent)
