import { describe, expect, test } from 'vitest'
import { addressesPerSite } from '../src/limits/limits.ts'
import { Counter } from '../src/limits/own-counts.ts'
import { clientOf } from '../src/limits/who.ts'
import { oneServer } from './setup/campus.ts'
import { from, students } from './setup/visitor.ts'

describe('what an address is counted as', () => {
  test.each([
    ['198.51.100.7', '198.51.100.7', undefined],
    ['::ffff:198.51.100.7', '198.51.100.7', undefined],
    ['::FFFF:198.51.100.7', '198.51.100.7', undefined],
    ['0:0:0:0:0:ffff:198.51.100.7', '198.51.100.7', undefined],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:0::/56', '2001:db8:1::/48'],
    ['2001:db8:1:12ff:ffff:ffff:ffff:ffff', '2001:db8:1:1200::/56', '2001:db8:1::/48'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:0::/56', '2001:db8:1::/48'],
    ['2001:db8::1', '2001:db8:0:0::/56', '2001:db8:0::/48'],
    ['2001:db8:1:2:3:4:198.51.100.7', '2001:db8:1:0::/56', '2001:db8:1::/48'],
    ['::1', '0:0:0:0::/56', '0:0:0::/48'],
    ['fe80::1%eth0', 'fe80:0:0:0::/56', 'fe80:0:0::/48'],
    ['', 'unknown', undefined],
    ['<script>', 'unknown', undefined],
    ['1'.repeat(10_000), 'unknown', undefined],
  ])('%s', (address, key, site) => expect(clientOf(address)).toEqual({ key, site }))
})

describe('a count', () => {
  test('holds a customer for so long, and not the site around it', () => {
    const counter = new Counter([{ most: 1, windowMs: 900_000 }])
    const [held, neighbour] = [clientOf('2001:db8:1:100::1'), clientOf('2001:db8:1:200::1')]
    expect(held.site).toBe(neighbour.site)
    counter.hold(held, 1_000)
    expect([counter.waitMs(held, 1_000), counter.waitMs(neighbour, 1_000)]).toEqual([45_000, 0])
    expect(counter.waitMs(held, 46_000)).toBe(0)
  })

  test('forgets whom it has not seen for the longest time when there are too many', () => {
    const counter = new Counter([{ most: 1, windowMs: 900_000 }])
    const nobody = (key: number) => ({ key: String(key), site: undefined })
    for (let key = 0; key < 100_001; key += 1) counter.record(nobody(key), 1)
    expect([counter.waitMs(nobody(0), 2), counter.waitMs(nobody(1), 2) > 0]).toEqual([0, true])
  })

  test('keeps of a flood no more than its limits need, at any moment', () => {
    const counter = new Counter([{ most: 300, windowMs: 900_000 }])
    const one = clientOf('198.51.100.7')
    for (let time = 0; time < 1000; time += 1) {
      counter.record(one, time)
      expect(counter.timesOf(one.key)).toHaveLength(Math.min(300, time + 1))
    }
    expect(counter.waitMs(one, 1000)).toBe(700 + 900_000 - 1000)
  })
})

describe('the address that a proxy names', async () => {
  const proxied = await oneServer({ trustProxy: true })
  const direct = await oneServer()

  /**
   * Misses until the limit, each under another name; what a right search under one more name then
   * gets.
   */
  async function afterMisses({ visitor }: typeof direct, name: (index: number) => string): Promise<number> {
    const search = (index: number, numPlace: string) =>
      visitor.search({ ...students.aminata, numPlace }, from(name(index)))
    await Promise.all(Array.from({ length: 300 }, (_, index) => search(index, '999')))
    return (await search(301, students.aminata.numPlace)).http
  }

  test('is not believed unless the operator said so', async () => {
    expect(await afterMisses(direct, index => `198.51.100.${index % 256}`)).toBe(429)
  })

  test('is believed behind a proxy, with or without a port', async () => {
    expect(await afterMisses(proxied, index => `192.0.2.1, 198.51.100.${index % 200}`)).toBe(200)
    expect(await afterMisses(proxied, index => `198.51.101.1:${4000 + index}`)).toBe(429)
    expect(await afterMisses(proxied, index => `[2001:db8:9::1]:${4000 + index}`)).toBe(429)
  })

  test('of IPv6 is its network: a client cannot take another one for each request', async () => {
    expect(await afterMisses(proxied, index => `2001:db8:7:7::${index.toString(16)}`)).toBe(429)
    expect(await afterMisses(proxied, index => `2001:db8:7:${(0x500 + (index % 256)).toString(16)}::1`)).toBe(429)
    expect(await afterMisses(proxied, index => `2001:db8:${index}::1`)).toBe(200)
  })

  test('of IPv6 is also that of a site, which has as many as several customers', async () => {
    const customer = (index: number) => `2001:db8:8:${(index % 250).toString(16)}00::1`
    for (let round = 1; round < addressesPerSite; round += 1) expect(await afterMisses(proxied, customer)).toBe(200)
    // Each round's right search has made up for a miss.
    await afterMisses(proxied, customer)
    const another = (index: number) => (index > 300 ? '2001:db8:8:ff00::1' : customer(index))
    expect(await afterMisses(proxied, another)).toBe(429)
  })

  test('that is none is the connection’s own', async () => {
    expect(await afterMisses(proxied, index => `nobody-${index}`)).toBe(429)
  })
})
