import { join } from 'node:path'
import { expect, test } from 'vitest'
import { knownSettings } from '../../../build/known-settings.ts'

const root = join(import.meta.dirname, '..', '..', '..')

test('a misspelt setting fails the build, by its name', () => {
  expect(() => knownSettings(root, { VITE_API_RECIEPT: 'https://recu.example.ml/' })).toThrow('VITE_API_RECIEPT')
})

test('those that the portal reads are taken', () => {
  const env = { VITE_API_RECEIPT: 'https://recu.example.ml/', VITE_WIZARD: 'reduced', VITE_CONTACT_EMAIL: '' }
  expect(knownSettings(root, env)).toBe(env)
})
