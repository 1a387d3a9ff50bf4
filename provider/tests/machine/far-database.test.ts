import { expect, test } from 'vitest'
import { isReadableOnTheWay } from '../../src/database/urls.ts'
import { launchServer } from '../setup/child.ts'

/** An address that is kept for documentation: nobody answers there. */
const far = 'postgres://portail:secret@192.0.2.1/portail'

test('a start with a database on another machine says how it is spoken to in secret, and not the password', async () => {
  const { child, said, ended } = launchServer({ DATABASE_URL: far })
  await new Promise<void>(told => child.stderr?.on('data', () => said.err.includes('sslmode=verify-full') && told()))
  child.kill('SIGKILL')
  await ended
  const line = said.err.split('\n').find(one => one.includes('sslmode')) ?? ''
  expect(JSON.parse(line)).toMatchObject({
    level: 'warn',
    message: expect.stringMatching(/^DATABASE_URL names another/),
  })
  expect(said.err).not.toContain('secret')
})

test.each([
  far,
  `${far}?sslmode=require`,
  `${far}?sslmode=disable`,
  'postgresql://base.example:5432/portail',
  'postgres:///portail?host=base.example',
  'postgres://localhost.example/portail',
  'postgres://127.example/portail',
  'postgres://[2001:db8::1]/portail',
  'postgres://portail@localhost,base.example:5433/portail',
])('%s can be read on the way', url => expect(isReadableOnTheWay(url)).toBe(true))

test.each([
  `${far}?sslmode=verify-full`,
  'postgres://base.example/portail?sslmode=verify-full&sslrootcert=/etc/portail/ca.crt',
  'postgres:///portail?host=/run/postgresql&user=portail',
  'postgres://%2Frun%2Fpostgresql/portail',
  'postgres:///portail',
  'postgres://portail:secret@localhost:5432/portail',
  'postgres://127.0.0.1/portail',
  'postgres://[::1]/portail',
  'postgres://portail@one.example,two.example:5433/portail?sslmode=verify-full',
])('%s cannot', url => expect(isReadableOnTheWay(url)).toBe(false))
