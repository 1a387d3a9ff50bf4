import { type Contacts, dialled } from '../spec/contacts.ts'
import * as appText from './text.ts'

export function Footer({ contacts }: { contacts: Contacts }) {
  return (
    <footer className="foot">
      <p>{appText.runBy}</p>
      <h2 id="contacts" tabIndex={-1}>
        {appText.contacts}
      </h2>
      <dl>
        <Entry label={appText.aidOffice} numbers={contacts.aidOffice} scheme="tel:" />
        <Entry label={appText.provider} numbers={contacts.provider} scheme="tel:" />
        <Entry label={appText.tollFree} numbers={contacts.tollFree ? [contacts.tollFree] : []} scheme="tel:" />
        <Entry label="WhatsApp" numbers={contacts.whatsApp} scheme="https://wa.me/" />
        {contacts.email && (
          <div>
            <dt>{appText.email}</dt>
            <dd>
              <a href={`mailto:${contacts.email}`}>{contacts.email}</a>
            </dd>
          </div>
        )}
      </dl>
    </footer>
  )
}

function Entry({ label, numbers, scheme }: { label: string; numbers: readonly string[]; scheme: string }) {
  if (numbers.length === 0) return null
  return (
    <div>
      <dt>{label}</dt>
      {numbers.map(number => (
        <dd key={number}>
          <a href={scheme + (scheme === 'tel:' ? dialled(number) : dialled(number).replace('+', ''))} rel="noreferrer">
            {number}
          </a>
        </dd>
      ))}
    </div>
  )
}
