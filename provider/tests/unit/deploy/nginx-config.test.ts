import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSettings } from '../../../../src/core/api/settings.ts'
import { nginxConfig } from '../../../deploy/nginx-config.ts'
import { readHostSettings } from '../../../deploy/settings.ts'

test('the committed provider/deploy/nginx.conf is what the settings give', () => {
  const committed = readFileSync(join(import.meta.dirname, '../../../deploy/nginx.conf'), 'utf8')
  expect(nginxConfig(readHostSettings({}), readSettings({}))).toBe(committed)
})

test('a setting that would break out of its line is refused by name', () => {
  expect(() => readHostSettings({ PORTAL_HOST: 'a; }' })).toThrow('PORTAL_HOST is "a; }"')
  expect(() => readHostSettings({ PORTAL_TLS: 'yes' })).toThrow('PORTAL_TLS')
})
