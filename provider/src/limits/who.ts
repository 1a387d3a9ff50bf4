import { createHmac } from 'node:crypto'
import { isIPv4, isIPv6 } from 'node:net'
import { addressesPerSite } from './limits.ts'

/** The keys by which the server counts a client. */
export interface ClientAddress {
  /** An IPv4 address, or the IPv6 /56 that a provider gives to one customer. */
  key: string
  /** The /48 around it, all of which may belong to one customer. */
  site: string | undefined
}

/** Whom an address is counted as: a site has as much as several addresses. */
export const countedAs = ({ key, site }: ClientAddress) => [
  { key, addresses: 1 },
  ...(site ? [{ key: site, addresses: addressesPerSite }] : []),
]

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

/** The caller: hashes of the browser's tokens, keyed hashes of the address and its network. */
export interface Caller {
  tokens: readonly string[]
  address: string
  network: string
}

export const addressMac = (secret: Buffer, address: string): string =>
  createHmac('sha256', secret).update(`address|${address}`).digest('hex')

/** Columns of an enrolment's row. */
export interface Saver {
  saver_token: string | null
  saver_address: string | null
}

export type Relation = 'browser' | 'address' | 'others'

/**
 * An attacker may share an address with thousands but lacks the browser's cookie: so the two are
 * told apart.
 */
export function relationOf(row: Saver | undefined, caller: Caller): Relation {
  if (hasSaved(row?.saver_token, caller)) return 'browser'
  return row?.saver_address === caller.address ? 'address' : 'others'
}

export const hasSaved = (saverToken: string | null | undefined, { tokens }: Caller): boolean =>
  tokens.some(token => token === saverToken)

/**
 * The key of a caller's tries at a student. The browser that saved has its own; all others are told
 * apart by their networks, so that a stranger uses up those of a network that both share at most.
 */
export const triesOf = (
  { matricule, saverToken }: { matricule: string; saverToken: string | null | undefined },
  caller: Caller,
): string => `${matricule} ${hasSaved(saverToken, caller) ? 'browser' : caller.network}`
