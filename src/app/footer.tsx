import { type Contacts, dialled } from './contacts.ts'

export function Footer({ contacts }: { contacts: Contacts }) {
  return (
    <footer className="page-footer">
      <h2>Contacts</h2>
      <dl>
        <Entry label="Office des aides aux étudiants" numbers={contacts.aidOffice} scheme="tel:" />
        <Entry label="Opérateur de paiement" numbers={contacts.provider} scheme="tel:" />
        <Entry label="Numéro vert (gratuit)" numbers={contacts.tollFree ? [contacts.tollFree] : []} scheme="tel:" />
        <Entry label="WhatsApp" numbers={contacts.whatsApp} scheme="https://wa.me/" />
        {contacts.email && (
          <div>
            <dt>Courriel</dt>
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
