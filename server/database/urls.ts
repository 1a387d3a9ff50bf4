/** `postgres://user@db1,db2:5433/portail` names several machines, as for libpq: one URL for each. */
export function urlsOf(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = /^([a-z]+:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/is.exec(url) ?? []
  return hosts.split(',').map(host => before + host + after)
}
