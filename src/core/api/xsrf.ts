/** Section 6: the cookie XSRF-TOKEN goes back as the header X-XSRF-TOKEN on relative, non-GET calls. */

interface CookieJar {
  document?: { cookie: string }
  cookieStore?: { get(name: string): Promise<{ value?: string } | null> }
}

let remembered: string | undefined

/** Stores the token that a page sends to the worker: not every browser lets a worker read cookies. */
export function rememberXsrfToken(token: string | null | undefined): void {
  if (token) remembered = token
}

/**
 * A page has `document.cookie`. A worker has only the Cookie Store, which some browsers lack. Firefox has it, but finds
 * no cookie in it where it partitions storage by site.
 */
export async function xsrfToken(): Promise<string | undefined> {
  const { document, cookieStore } = globalThis as unknown as CookieJar
  const cookie = document
    ? /(?:^|;\s*)XSRF-TOKEN=([^;]*)/.exec(document.cookie)?.[1]
    : (await cookieStore?.get('XSRF-TOKEN'))?.value
  return cookie ? decoded(cookie) : remembered
}

export async function xsrfHeader(url: string): Promise<Record<string, string>> {
  if (/^https?:\/\//i.test(url)) return {}
  const token = await xsrfToken()
  return token ? { 'X-XSRF-TOKEN': token } : {}
}

/** A server may set its token without encoding it; a stray % must not stop every call. */
function decoded(token: string): string {
  try {
    return decodeURIComponent(token)
  } catch {
    return token
  }
}
