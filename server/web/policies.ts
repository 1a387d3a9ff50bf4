/** Which content security policy goes as a header with which file; both hosts, `npm start` and nginx, know it from here. */

const metaPolicy = /<meta http-equiv="Content-Security-Policy" content="([^"]*)"/

/** What the build wrote into a page, and what only a header can say. */
export function pagePolicy(html: string): string | undefined {
  const policy = metaPolicy.exec(html)?.[1]
  return policy && `${policy}; frame-ancestors 'none'`
}

/** A worker obeys the policy of its own file, which has no place for a meta tag and so gets the neutral page's. */
export const worker = /^\/sw\.js$|\.worker-[\w-]+\.js$/

/** A page's scripts and styles obey the page's policy; said with each of them it would be a tenth of a first visit. */
export const partOfPage = /\.(?:m?js|css)$/

export const obeysNone = (path: string) => partOfPage.test(path) && !worker.test(path)
