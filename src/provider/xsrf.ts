/** Section 6: the cookie XSRF-TOKEN goes back as the header X-XSRF-TOKEN on relative, non-GET calls. */

interface CookieJar {
  document?: { cookie: string }
  cookieStore?: { get(name: string): Promise<{ value?: string } | null> }
}

let remembered: string | undefined

/** A worker in a browser without the Cookie Store learns the token from the page's own requests. */
export function rememberXsrfToken(token: string | null): void {
  if (token) remembered = encodeURIComponent(token)
}

/** The page has `document.cookie`; a worker has only the Cookie Store, and not in every browser. */
async function xsrfToken(): Promise<string | undefined> {
  const jar = globalThis as unknown as CookieJar
  if (jar.document) return /(?:^|;\s*)XSRF-TOKEN=([^;]*)/.exec(jar.document.cookie)?.[1]
  if (!jar.cookieStore) return remembered
  return (await jar.cookieStore.get('XSRF-TOKEN'))?.value
}

export async function xsrfHeader(url: string): Promise<Record<string, string>> {
  if (/^https?:\/\//i.test(url)) return {}
  const token = await xsrfToken()
  return token ? { 'X-XSRF-TOKEN': decoded(token) } : {}
}

/** A server may set its token without encoding it; a stray % must not stop every call. */
function decoded(token: string): string {
  try {
    return decodeURIComponent(token)
  } catch {
    return token
  }
}
