import type { Contacts } from '../src/spec/contacts.ts'
import { contactsBelow, home } from './text.ts'

/** What only index.html says, which stands for every address that has no page of its own. */

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')

/**
 * It has no foot of its own, and without scripts no way on.
 * @throws Error at build time when the words in index.html are others
 */
export function withContacts(html: string, { aidOffice, provider, tollFree, whatsApp, email }: Contacts): string {
  const others = [tollFree, ...whatsApp.map(number => `WhatsApp ${number}`), email].filter(Boolean)
  const contacts = ` : ${[...aidOffice, ...provider, ...others].map(escaped).join(', ')}.`
  const written = html.replace(`${contactsBelow}</noscript>`, () => {
    return `${contacts}</noscript><noscript><a href="/home">${home}</a></noscript>`
  })
  if (written === html) throw new Error('index.html does not name the contacts: look at build/neutral-page.ts again.')
  return written
}

/** Most students type the bare address: the page that is drawn for them is one step away, not a whole download. */
export const withHomeFirst = (html: string): string =>
  html.replace('<title>', `<script>location.pathname==='/'&&location.replace('/home')</script><title>`)
