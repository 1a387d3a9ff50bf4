import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSettings } from '../../../../src/core/api/settings.ts'
import { unansweredBases } from '../../../deploy/nginx-calls.ts'
import { nginxConfig } from '../../../deploy/nginx-config.ts'
import { readHostSettings } from '../../../deploy/settings.ts'

test('the committed provider/deploy/nginx.conf is what the settings give', () => {
  const committed = readFileSync(join(import.meta.dirname, '../../../deploy/nginx.conf'), 'utf8')
  expect(nginxConfig(readHostSettings({}), readSettings({}))).toBe(committed)
})

test('a base that moved is still passed on: phones with the build of before call it', () => {
  const moved = readSettings({ VITE_API_CURRENT: '/2022/v1', VITE_API_RECEIPT: 'https://recu.example/v1' })
  const config = nginxConfig(readHostSettings({}), moved)
  for (const base of ['/2022/v1/', '/2021/v1/', '/recepisses/v1/']) expect(config).toContain(`location ^~ ${base} {`)
  expect(config).not.toContain('https://recu.example')
  expect(unansweredBases(moved.bases)).toEqual(['/2022/v1/'])
  expect(unansweredBases(readSettings({}).bases)).toEqual([])
})

test('a setting that would break out of its line is refused by name', () => {
  expect(() => readHostSettings({ PORTAL_HOST: 'a; }' })).toThrow('PORTAL_HOST is "a; }"')
  expect(() => readHostSettings({ PORTAL_TLS: 'yes' })).toThrow('PORTAL_TLS')
})
