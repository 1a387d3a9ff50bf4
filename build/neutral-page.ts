import type { Contacts } from '../src/spec/contacts.ts'
import { contactsBelow, home } from './text.ts'

/**
 * What only index.html contains; the server answers with it at every address that has no page of
 * its own.
 */

const escaped = (text: string) =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/@/g, '&#64;')

/**
 * Adds the contacts and a link to the home page: index.html has no footer, and without scripts no
 * navigation.
 * @throws Error at build time when the text in index.html has changed
 */
export function withContacts(
  html: string,
  { aidOffice, provider, tollFree, whatsApp, email }: Contacts,
): string {
  const others = [tollFree, ...whatsApp.map(number => `WhatsApp ${number}`), email].filter(Boolean)
  const contacts = ` : ${[...aidOffice, ...provider, ...others].map(escaped).join(', ')}.`
  const written = html.replace(`${contactsBelow}</noscript>`, () => {
    return `${contacts}</noscript><noscript><a href="/home">${home}</a></noscript>`
  })
  if (written === html)
    throw new Error('index.html does not name the contacts: look at build/neutral-page.ts again.')
  return written
}

/**
 * Most students type the bare address: the script redirects to the prerendered home page, without a
 * whole download.
 */
export const withHomeFirst = (html: string): string =>
  html.replace(
    '<title>',
    `<script>location.pathname==='/'&&location.replace('/home')</script><title>`,
  )
