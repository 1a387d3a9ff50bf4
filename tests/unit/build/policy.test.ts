import { expect, test } from 'vitest'
import { allowedConnections, contentPolicy } from '../../../build/policy.ts'
import { readSettings } from '../../../src/core/api/settings.ts'
import { readContacts } from '../../../src/spec/contacts.ts'

const connects = (env: Record<string, string>) =>
  /connect-src ([^;]*)/.exec(contentPolicy('<html></html>', readSettings(env)))?.[1]

test('the portal may speak to itself, to each base and to each host that a receipt may come from', () => {
  expect(connects({})).toBe("'self'")
  const hosts = 'recu.example.ml, pdf.example:8443'
  const env = { VITE_API_RECEIPT: 'https://recu.example.ml/v1/', VITE_RECEIPT_HOSTS: hosts }
  expect(connects(env)).toBe("'self' https://recu.example.ml https://pdf.example:8443")
})

test('a page may lead to a telephone, to whom the portal names and to nobody else', () => {
  const leads = (env: Record<string, string>) => allowedConnections(readSettings(env), readContacts(env))
  expect(leads({})).toBe('(response-origin "tel:*" "intent://*" "http://neverssl.com");redirects=allow')
  const env = {
    VITE_API_CURRENT: 'https://api.example.ml/2021/v1/',
    VITE_RECEIPT_HOSTS: 'recu.example.ml',
    VITE_SITE_OLDER: 'https://anciens.example.ml/inscription',
    VITE_CONTACT_WHATSAPP: '+223 76 54 32 10',
    VITE_CONTACT_EMAIL: 'aide@example.ml',
  }
  const named = ['tel:*', 'intent://*', 'http://neverssl.com', 'mailto:*', 'https://wa.me']
  for (const address of [...named, ...['api', 'anciens', 'recu'].map(name => `https://${name}.example.ml`)])
    expect(leads(env)).toContain(` "${address}"`)
  expect(leads(env).match(/"/g)).toHaveLength(16)
})
