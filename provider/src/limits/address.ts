import { isIPv4, isIPv6 } from 'node:net'

/** The keys by which the server counts a client. */
export interface ClientAddress {
  /** An IPv4 address, or the IPv6 /56 that a provider gives to one customer. */
  key: string
  /** The /48 around it, all of which may belong to one customer. */
  site: string | undefined
}

/** The largest network that one customer may have. */
export const networkOf = ({ key, site }: ClientAddress): string => site ?? key

/** An IPv4 address mapped into IPv6 counts as the IPv4 address. */
export function clientOf(address: string): ClientAddress {
  const bare = address.replace(/%.*$/, '')
  if (isIPv4(bare)) return { key: bare, site: undefined }
  if (!isIPv6(bare)) return { key: 'unknown', site: undefined }
  const mapped = /^(?:::ffff:|(?:0+:){5}ffff:)(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1]
  if (mapped) return { key: mapped, site: undefined }
  const [first = 0, second = 0, third = 0, fourth = 0] = groupsOf(bare)
  const site = [first, second, third].map(group => group.toString(16)).join(':')
  return { key: `${site}:${(fourth & 0xff00).toString(16)}::/56`, site: `${site}::/48` }
}

function groupsOf(address: string): number[] {
  const [head = '', tail] = address.split('::')
  const groups = head === '' ? [] : head.split(':')
  const rest = tail ? tail.split(':') : []
  const missing =
    tail === undefined ? 0 : 8 - groups.length - rest.length - (address.includes('.') ? 1 : 0)
  const all = [...groups, ...Array<string>(Math.max(0, missing)).fill('0'), ...rest]
  return all.map(group => Number.parseInt(group, 16))
}
