import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { needed } from '../../../tests/run/needs.ts'
import { atNginx } from '../../src/limits/limits.ts'

/** The rules of the deploy kit, in the kernel, on a network of the test's own. */

const rules = readFileSync(join(import.meta.dirname, '..', '..', 'deploy', 'portal.nft'), 'utf8')

/** Opens so many connections from each source, and tells how many of them were taken. */
const opens = (sources: Record<string, number>) => `
  const { connect, createServer } = require('node:net')
  createServer(() => undefined).listen(443, '::', async () => {
    const taken = {}
    for (const [source, count] of Object.entries(${JSON.stringify(sources)})) {
      const host = source.includes(':') ? '2001:db8:ffff::1' : '127.0.0.1'
      const tried = Array.from({ length: count }, () => new Promise(done => {
        const socket = connect({ port: 443, host, localAddress: source })
        socket.once('connect', () => done(true)).once('error', () => done(false))
      }))
      taken[source] = (await Promise.all(tried)).filter(Boolean).length
    }
    console.log(JSON.stringify(taken))
    process.exit()
  })`

test('one source has its share of the connections, also with heads that never end, and another one its own', () => {
  expect(rules.split(`ct count over ${atNginx.connections} `)).toHaveLength(3)
  const scaled = rules.replaceAll(`over ${atNginx.connections} `, 'over 20 ')
  const sources = {
    '127.0.0.2': 30,
    '127.0.0.3': 15,
    '2001:db8:1:1::1': 15,
    '2001:db8:1:2::1': 15,
    '2001:db8:2::1': 15,
  }
  const addresses = ['2001:db8:ffff::1', ...Object.keys(sources).filter(source => source.includes(':'))]
  const script = [
    `alias ip=${needed('ip')} nft=${needed('nft')}; shopt -s expand_aliases`,
    'ip link set lo up',
    ...addresses.map(address => `ip addr add ${address}/128 dev lo`),
    // Twice: the operator loads it again after a change.
    `nft -f - <<<"$RULES"; nft -f - <<<"$RULES"`,
    'exec node -e "$OPENS"',
  ].join('\n')
  const said = execFileSync('unshare', ['--net', 'bash', '-euc', script], {
    env: { ...process.env, RULES: scaled, OPENS: opens(sources) },
    encoding: 'utf8',
  })
  expect(JSON.parse(said)).toEqual({
    '127.0.0.2': 20,
    '127.0.0.3': 15,
    '2001:db8:1:1::1': 15,
    '2001:db8:1:2::1': 5,
    '2001:db8:2::1': 15,
  })
})
