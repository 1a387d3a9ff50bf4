/**
 * `postgres://user@db1,db2:5433/portail` names several machines, as for libpq: one URL for each.
 */
export function urlsOf(url: string): string[] {
  const [, before = '', hosts = '', after = ''] =
    /^([a-z]+:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/is.exec(url) ?? []
  return hosts.split(',').map(host => before + host + after)
}

const isHere = (host: string) => /^(?:|localhost|127(?:\.\d+){3}|\[?::1\]?|\/.*)$/.test(host)

/**
 * Whether this database URL leads to another machine without verifying that machine's certificate.
 */
export const isReadableOnTheWay = (url: string): boolean => urlsOf(url).some(isReadable)

function isReadable(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { hostname, searchParams } = new URL(url)
  const host = searchParams.get('host') ?? decodeURIComponent(hostname)
  return !isHere(host) && searchParams.get('sslmode') !== 'verify-full'
}
