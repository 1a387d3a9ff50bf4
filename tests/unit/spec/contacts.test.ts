import { expect, test } from 'vitest'
import { dialled, readContacts } from '../../../src/spec/contacts.ts'

const env = { BASE_URL: '/', MODE: 'test', DEV: false, PROD: true, SSR: false }

test('a footer that nobody configured shows nothing', () => {
  expect(readContacts(env)).toEqual({ aidOffice: [], provider: [], tollFree: '', whatsApp: [], email: '' })
})

test('several numbers stand behind commas', () => {
  const contacts = readContacts({
    ...env,
    VITE_CONTACT_AID_OFFICE: ' +223 20 22 00 00 ,, +223 20 22 00 01',
    VITE_CONTACT_PROVIDER: '36000',
    VITE_CONTACT_TOLL_FREE: '80 00 11 11',
    VITE_CONTACT_WHATSAPP: '+223 76 00 00 00',
    VITE_CONTACT_EMAIL: 'aide@example.ml',
  })
  expect(contacts).toEqual({
    aidOffice: ['+223 20 22 00 00', '+223 20 22 00 01'],
    provider: ['36000'],
    tollFree: '80 00 11 11',
    whatsApp: ['+223 76 00 00 00'],
    email: 'aide@example.ml',
  })
})

test.each([
  ['+223 20-22 00.00', '+22320220000'],
  ['(80) 00 11 11', '80001111'],
  ['', ''],
])('"%s" is dialled as "%s"', (number, link) => expect(dialled(number)).toBe(link))
