interface ImportMetaEnv {
  readonly CONTACTS?: import('./contacts.ts').Contacts
}
