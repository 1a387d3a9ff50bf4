import { expect, test } from 'vitest'
import { contentPolicy } from '../../../build/policy.ts'
import { readSettings } from '../../../src/provider/settings.ts'

const connects = (env: Record<string, string>) =>
  /connect-src ([^;]*)/.exec(contentPolicy('<html></html>', readSettings(env)))?.[1]

test('the portal may speak to itself, to each base and to each host that a receipt may come from', () => {
  expect(connects({})).toBe("'self'")
  const env = {
    VITE_API_RECEIPT: 'https://recu.example.ml/v1/',
    VITE_RECEIPT_HOSTS: 'recu.example.ml, pdf.example:8443',
  }
  expect(connects(env)).toBe("'self' https://recu.example.ml https://pdf.example:8443")
})
