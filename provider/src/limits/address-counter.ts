import { Counter } from './counters.ts'
import { addressesPerSite } from './limits.ts'
import type { Limit } from './rates.ts'
import type { ClientAddress } from './who.ts'

/**
 * Counts events per client address, and per IPv6 site, which may have as many as several addresses.
 */
export class AddressCounter {
  private readonly addresses: Counter
  private readonly sites: Counter

  constructor(limits: readonly Limit[]) {
    this.addresses = new Counter(limits)
    this.sites = new Counter(
      limits.map(({ most, windowMs }) => ({ most: most * addressesPerSite, windowMs })),
    )
  }

  waitMs({ key, site }: ClientAddress, now: number): number {
    return Math.max(this.addresses.waitMs(key, now), site ? this.sites.waitMs(site, now) : 0)
  }

  record({ key, site }: ClientAddress, now: number): void {
    this.addresses.record(key, now)
    if (site) this.sites.record(site, now)
  }

  /**
   * Nothing more from the customer for so long: other processes have counted the rest. The site has
   * other customers.
   */
  hold({ key }: ClientAddress, now: number, ms: number): void {
    this.addresses.hold(key, now, ms)
  }

  /** Removes the oldest event. */
  forgive({ key, site }: ClientAddress): void {
    this.addresses.forgive(key)
    if (site) this.sites.forgive(site)
  }
}
