/**
 * Section 1, the footer: contact details are configured, since the specification does not show
 * them.
 */
export interface Contacts {
  aidOffice: string[]
  provider: string[]
  tollFree: string
  whatsApp: string[]
  email: string
}

/** The build inlines the contacts, as it does `settings`. */
export const contacts: Contacts = import.meta.env?.CONTACTS ?? readContacts(import.meta.env ?? {})

export function readContacts(env: Partial<ImportMetaEnv>): Contacts {
  return {
    aidOffice: numbers(env.VITE_CONTACT_AID_OFFICE),
    provider: numbers(env.VITE_CONTACT_PROVIDER),
    tollFree: env.VITE_CONTACT_TOLL_FREE ?? '',
    whatsApp: numbers(env.VITE_CONTACT_WHATSAPP),
    email: env.VITE_CONTACT_EMAIL ?? '',
  }
}

function numbers(list: string | undefined): string[] {
  return (list ?? '')
    .split(',')
    .map(number => number.trim())
    .filter(Boolean)
}

/** A number as a link needs it: in the international form, without spaces. */
export const dialled = (number: string) => number.replace(/[^+\d]/g, '')

export const callAddress = (number: string) => `tel:${dialled(number)}`

/** Of a WhatsApp conversation. */
export const chatAddress = (number: string) => `https://wa.me/${dialled(number).replace('+', '')}`

/**
 * A hotspot that wants a sign-in puts its page in the place of this one: it is without TLS, and
 * never will have any.
 */
export const signInAddress = 'http://neverssl.com'
