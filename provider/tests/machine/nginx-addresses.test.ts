import { expect, test } from 'vitest'
import { readSettings } from '../../../src/core/api/settings.ts'
import { nginxConfig } from '../../deploy/nginx-config.ts'
import { readHostSettings } from '../../deploy/settings.ts'
import { clientOf } from '../../src/limits/who.ts'
import { afterwards } from '../setup/campus.ts'
import { startBareNginx } from '../setup/nginx.ts'

/** nginx itself says what the maps of the deploy kit make of an address. */

const text = nginxConfig(readHostSettings({ PORTAL_HOST: 'localhost' }), readSettings({}))
const maps = [...text.matchAll(/^ *map \$binary_remote_addr .*?^ {0,4}\}\n/gms)].map(([map]) => map)
const { address, stop } = await startBareNginx(port => [
  ...maps,
  'set_real_ip_from 127.0.0.1; real_ip_header X-Forwarded-For;',
  `server { listen 127.0.0.1:${port}; location / { return 200 "$client|$site"; } }`,
])
afterwards(stop)

/** The keys of both counts, byte by byte. */
async function countedAs(client: string): Promise<{ client: string; site: string }> {
  const answer = await fetch(address, { headers: { 'x-forwarded-for': client } })
  const bytes = Buffer.from(await answer.arrayBuffer()).toString('latin1')
  const cut = bytes.lastIndexOf('|')
  return { client: bytes.slice(0, cut), site: bytes.slice(cut + 1) }
}

test('nginx counts addresses together as the server does, however they are written', async () => {
  const addresses = [
    '198.51.100.7',
    '198.51.100.8',
    '2001:db8::1',
    '2001:db8::2',
    '2001:db8:0:ff::1',
    '2001:db8:0:100::1',
    '2001:db8:1::1',
    '2001:db8:1:2:3:4:5:6',
    '2001:db8:a0a::1',
    '2001:db8:a0a:aff::1',
  ]
  const counted = await Promise.all(addresses.map(countedAs))
  for (const [one, here] of addresses.entries())
    for (const [other, there] of addresses.entries()) {
      const [a, b] = [clientOf(here), clientOf(there)]
      expect(counted[one]?.client === counted[other]?.client, `${here} ${there}`).toBe(a.key === b.key)
      const together = (a.site ?? a.key) === (b.site ?? b.key)
      expect(counted[one]?.site === counted[other]?.site, `${here} ${there}`).toBe(together)
    }
})
