/**
 * Section 6: the cookie XSRF-TOKEN goes back as the header X-XSRF-TOKEN on relative, non-GET calls.
 */

interface CookieJar {
  document?: { cookie: string }
  cookieStore?: { getAll(name: string): Promise<{ value?: string }[]> }
}

let remembered: string | undefined

/**
 * Stores the token that a page sends to the worker: not every browser lets a worker read cookies.
 */
export function rememberXsrfToken(token: string | null | undefined): void {
  if (token) remembered = token
}

/** Another application's on this domain, or one that this provider has forgotten. */
const refused = new Set<string>()

/**
 * A page has `document.cookie`. A worker has only the Cookie Store, which some browsers lack.
 * Firefox has it, but finds no cookie in it where it partitions storage by site.
 */
export async function xsrfToken(): Promise<string | undefined> {
  const { document, cookieStore } = globalThis as unknown as CookieJar
  const cookies = document
    ? [...document.cookie.matchAll(/(?:^|;\s*)XSRF-TOKEN=([^;]*)/g)].map(([, value]) => value)
    : await cookieStore?.getAll('XSRF-TOKEN').then(all => all.map(({ value }) => value))
  const tokens = [...(cookies ?? []).flatMap(value => (value ? decoded(value) : [])), remembered]
  return tokens.find(token => token && !refused.has(token)) ?? tokens[0]
}

let asked: Promise<unknown> | undefined

/**
 * After a 403: another token than was sent, if there is one. The host is asked for a new one once,
 * which comes with any of its pages; the query keeps the worker from answering.
 */
export async function otherXsrfToken(sent: string | undefined): Promise<string | undefined> {
  if (sent) refused.add(sent)
  asked ??= fetch('/index.html?jeton', { method: 'HEAD', cache: 'no-store' }).catch(() => {
    asked = undefined
  })
  await asked
  const token = await xsrfToken()
  return token === sent ? undefined : token
}

/** The token goes to the portal's own host only. */
export const takesXsrfToken = (url: string): boolean => !/^https?:\/\//i.test(url)

export const xsrfHeaderOf = (token: string | undefined): Record<string, string> =>
  token ? { 'X-XSRF-TOKEN': token } : {}

export const xsrfHeader = async (url: string): Promise<Record<string, string>> =>
  takesXsrfToken(url) ? xsrfHeaderOf(await xsrfToken()) : {}

/** A server may set its token without encoding it; a stray % must not stop every call. */
function decoded(token: string): string {
  try {
    return decodeURIComponent(token)
  } catch {
    return token
  }
}
