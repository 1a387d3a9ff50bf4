import { expect, test } from 'vitest'
import { contactsIn, otherContacts } from '../../link/net-log.ts'

const types = [
  'URL_REQUEST_START_JOB',
  'HOST_RESOLVER_MANAGER_REQUEST',
  'DNS_TRANSACTION',
  'TCP_CONNECT_ATTEMPT',
  'OTHER',
]
const portal = 'http://localhost:8080'
const log = (...events: [string, Record<string, unknown>?][]) => ({
  constants: { logEventTypes: Object.fromEntries(types.map((name, type) => [name, type])) },
  events: events.map(([name, params]) => ({ type: types.indexOf(name), ...(params ? { params } : {}) })),
})

test('the portal itself, by its name and by its addresses, is no other host', () => {
  const own = log(
    ['URL_REQUEST_START_JOB', { url: 'http://localhost:8080/home' }],
    ['HOST_RESOLVER_MANAGER_REQUEST', { host: 'http://localhost:8080' }],
    ['TCP_CONNECT_ATTEMPT', { address: '[::1]:8080' }],
    ['TCP_CONNECT_ATTEMPT', { address: '127.0.0.1:8080' }],
    ['URL_REQUEST_START_JOB', { url: 'blob:http://localhost:8080/1' }],
    ['URL_REQUEST_START_JOB'],
  )
  expect([...contactsIn(own).keys()]).toEqual(['localhost:8080', '[::1]:8080', '127.0.0.1:8080'])
  expect(otherContacts(own, portal)).toEqual([])
})

test.each([
  ['a request', 'URL_REQUEST_START_JOB', { url: 'https://fonts.example/a.woff2' }],
  ['a socket', 'URL_REQUEST_START_JOB', { url: 'wss://push.example/' }],
  ['a name that is looked up', 'HOST_RESOLVER_MANAGER_REQUEST', { host: 'https://statistics.example' }],
  ['one without a scheme', 'DNS_TRANSACTION', { hostname: 'stun.example.' }],
  ['a bare address', 'TCP_CONNECT_ATTEMPT', { address: '192.0.2.7:80' }],
  ['another port of the same machine', 'TCP_CONNECT_ATTEMPT', { address: '127.0.0.1:9090' }],
  ['another service of the same owner', 'URL_REQUEST_START_JOB', { url: 'https://fonts.googleapis.com/css' }],
] as const)('%s is a contact with another host', (_, name, params) => {
  expect(otherContacts(log([name, params]), portal)).toEqual([`${name} ${Object.values(params)[0]}`])
})

test('what the browser asks for by itself is none of the portal', () => {
  expect(otherContacts(log(['URL_REQUEST_START_JOB', { url: 'https://update.googleapis.com/x' }]), portal)).toEqual([])
})

test('a log that names nobody is not taken for a quiet browser', () => {
  expect(contactsIn(log(['OTHER', { url: 'https://other.example/' }])).size).toBe(0)
  expect(() => contactsIn({})).toThrow()
})
