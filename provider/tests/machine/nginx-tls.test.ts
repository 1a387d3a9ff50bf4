import { connect } from 'node:tls'
import { expect, test } from 'vitest'
import { readSettings } from '../../../src/core/api/settings.ts'
import { basePaths } from '../../deploy/nginx-calls.ts'
import { oneCampus } from '../setup/campus.ts'
import { oneNginx } from '../setup/nginx.ts'
import { requestRaw } from '../setup/raw.ts'

/** What the deploy kit's nginx takes on both of its ports, asked of a real one. */

const { server } = await oneCampus()
const nginx = await oneNginx([server.address], true)

test('a call in the clear is refused at every base and never led on, a page is led to https', async () => {
  const bases = basePaths(readSettings({}).bases)
  expect(bases).toContain('/2021/v1/')
  for (const base of bases) {
    const call = { method: 'POST', path: `${base}etudiant/otp/valide`, body: '{"otp":"1234"}' }
    const { http, headers } = await requestRaw(nginx.plainAddress, call)
    expect([http, headers.location], base).toEqual([403, undefined])
  }
  const page = await requestRaw(nginx.plainAddress, { path: '/register' })
  expect([page.http, page.headers.location]).toEqual([301, 'https://localhost/register'])
})

/** What was agreed on, or nothing. */
const agreed = (ciphers: string) =>
  new Promise<string | undefined>(settle => {
    const options = { port: nginx.port, host: 'localhost', rejectUnauthorized: false, maxVersion: 'TLSv1.2' } as const
    const socket = connect({ ...options, ciphers }, () => {
      settle(socket.getCipher().name)
      socket.destroy()
    })
    socket.once('error', () => settle(undefined))
  })

test.each(['AES128-GCM-SHA256', 'AES256-SHA', 'ECDHE-RSA-AES128-SHA', 'ECDHE-RSA-AES256-SHA384'])(
  'TLS 1.2 with %s, which is not forward secret or not authenticated, is refused',
  async cipher => expect(await agreed(cipher)).toBeUndefined(),
)

test.each(['ECDHE-RSA-AES128-GCM-SHA256', 'ECDHE-RSA-CHACHA20-POLY1305'])('TLS 1.2 with %s goes on', async cipher =>
  expect(await agreed(cipher)).toBe(cipher),
)
