/** Which content security policy goes as a header with which file; both hosts, `npm start` and nginx, know it from here. */

/** Where pages may lead, as the build has written it down for nginx (build/policy.ts). */
export const connectionsFile = '.connections.conf'

export const connectionsIn = (file: string): string | undefined => /'([^']+)'/.exec(file)?.[1]

/** A worker obeys the policy of its own file, which has no place for a meta tag and so gets the neutral page's. */
export const worker = /^\/sw\.js$|\.worker-[\w-]+\.js$/

/**
 * A page's scripts and styles, and the blocks of them, obey the page's policy; said with each of them it would be a tenth
 * of a first visit. Opened as a page they would obey none, and script in it could carry away all that lies here: so they
 * have no origin then.
 */
export const partOfPage = /\.(?:m?js|css)$|^\/assets\/blocks\//

export const noOrigin = 'sandbox'

/** What the server says in short, to whoever opened an address by itself: it loads nothing, and nobody frames it. */
export const closed = "default-src 'none'; frame-ancestors 'none'"

export const isPartOfPage = (path: string) => partOfPage.test(path) && !worker.test(path)
