import { isIPv4, isIPv6 } from 'node:net'

/**
 * What an address is counted as. IPv6 gives every customer at least 2^64 addresses, so its first half stands for one
 * client; an IPv4 address written in IPv6 is itself.
 */
export function addressKey(address: string): string {
  const bare = address.replace(/%.*$/, '')
  if (isIPv4(bare)) return bare
  if (!isIPv6(bare)) return 'unknown'
  const mapped = /^(?:::ffff:|(?:0+:){5}ffff:)(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1]
  if (mapped) return mapped
  const [head = '', tail] = bare.split('::')
  const groups = head === '' ? [] : head.split(':')
  const rest = tail ? tail.split(':') : []
  const missing = tail === undefined ? 0 : 8 - groups.length - rest.length - (bare.includes('.') ? 1 : 0)
  const all = [...groups, ...Array<string>(Math.max(0, missing)).fill('0'), ...rest]
  return `${all
    .slice(0, 4)
    .map(group => Number.parseInt(group, 16).toString(16))
    .join(':')}::`
}
