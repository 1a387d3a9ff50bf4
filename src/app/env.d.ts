interface ImportMetaEnv {
  readonly CONTACTS?: import('../spec/contacts.ts').Contacts
}
