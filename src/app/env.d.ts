interface ImportMetaEnv {
  readonly CONTACTS?: import('../common/contacts.ts').Contacts
}
