import { contacts, dialled } from '../spec/contacts.ts'
import * as uiText from './text.ts'

/** Whom to ask, where somebody is stuck: the free number, or else the first one, and WhatsApp. */
export function Help() {
  const { tollFree, aidOffice, whatsApp } = contacts
  const phone = tollFree || aidOffice[0]
  const [chat] = whatsApp
  if (!phone && !chat) return null
  return (
    <p className="line wrap">
      {uiText.help}
      {phone && (
        <a className="tap" href={`tel:${dialled(phone)}`}>
          {uiText.call(phone)}
          {tollFree && ` ${uiText.free}`}
        </a>
      )}
      {chat && (
        <a className="tap" href={`https://wa.me/${dialled(chat).replace('+', '')}`} rel="noreferrer">
          {uiText.writeTo(chat)}
        </a>
      )}
    </p>
  )
}
