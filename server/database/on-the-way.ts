const isHere = (host: string) => /^(?:|localhost|127(?:\.\d+){3}|\[?::1\]?|\/.*)$/.test(host)

/** Whether this address of a database leads to another machine without asking that one for a certificate that is its own. */
export function isReadableOnTheWay(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { hostname, searchParams } = new URL(url)
  const host = searchParams.get('host') ?? decodeURIComponent(hostname)
  return !isHere(host) && searchParams.get('sslmode') !== 'verify-full'
}
