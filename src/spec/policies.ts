/**
 * Which file gets which content security policy as a header; both servers, `npm start` and nginx,
 * use this module.
 */

/** Where pages may navigate and connect, as the build wrote it for nginx (build/policy.ts). */
export const connectionsFile = '.connections.conf'

export const connectionsIn = (file: string): string | undefined => /'([^']+)'/.exec(file)?.[1]

/**
 * A worker obeys the policy of its own response. It has no meta tag, so it gets the policy of
 * index.html.
 */
export const worker = /^\/sw\.js$|\.worker-[\w-]+\.js$/

/**
 * Scripts and styles obey the policy of their page; a header with each would be a tenth of a first
 * visit. Opened by themselves they would obey none, and a script could read all data of this
 * origin: so they get the sandbox, without an origin.
 */
export const partOfPage = /\.(?:m?js|css)$|^\/assets\/copies\//

export const noOrigin = 'sandbox'

/**
 * For the server's short texts, which are opened by themselves: they load nothing, and no page may
 * frame them.
 */
export const closed = "default-src 'none'; frame-ancestors 'none'"

export const isPartOfPage = (path: string) => partOfPage.test(path) && !worker.test(path)
