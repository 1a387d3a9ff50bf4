import { expect, test } from 'vitest'
import { withContacts } from '../../../build/neutral-page.ts'

const contacts = {
  aidOffice: ['+223 1', '+223 2'],
  provider: ['+223 3'],
  tollFree: '',
  whatsApp: ['+223 4'],
  email: 'a&b@<c>',
}

test('a student whose page has no foot reads the contacts in its words, as text', () => {
  const page = '<noscript>Trop ancien, nos contacts sont en bas de cette page.</noscript>'
  expect(withContacts(page, contacts)).toBe(
    '<noscript>Trop ancien : +223 1, +223 2, +223 3, WhatsApp +223 4, a&amp;b&#64;&lt;c>.</noscript><noscript><a href="/home">Page d\'accueil</a></noscript>',
  )
})

test('words that name no contacts are not built', () => {
  expect(() => withContacts('<noscript>Trop ancien.</noscript>', contacts)).toThrow('index.html')
})
