/**
 * The build's configuration (provider/docs/deploy.md, "Configuration"). Each variable is a string
 * or missing.
 */
interface ImportMetaEnv {
  /**
   * Computed by the build from the variables below; missing where modules run without a build, as
   * in tests.
   */
  readonly SETTINGS?: import('../core/api/settings.ts').Settings
  readonly CONTACTS?: import('../spec/contacts.ts').Contacts
  /** `null` where no operator is set. */
  readonly SIM_CHECKS?: import('../spec/sim-checks.ts').SimCheck[] | null
  readonly RECEIPT_KEYS?: readonly import('../spec/signed-receipt.ts').ReceiptKey[]
  /** When the build was made: the beginning of that day, in milliseconds. */
  readonly BUILT_AT?: number
  readonly VITE_API_CURRENT?: string
  readonly VITE_API_PREVIOUS?: string
  readonly VITE_API_OLDER?: string
  readonly VITE_API_STATUS_PREVIOUS_MATRICULE?: string
  readonly VITE_API_STATUS_PREVIOUS_PHONE?: string
  readonly VITE_API_STATUS_OLDER_MATRICULE?: string
  readonly VITE_API_STATUS_OLDER_PHONE?: string
  readonly VITE_API_RECEIPT?: string
  readonly VITE_SITE_2019_2020?: string
  readonly VITE_SITE_OLDER?: string
  readonly VITE_WIZARD?: string
  readonly VITE_RECEIPT_HOSTS?: string
  readonly VITE_RECEIPT_KEYS?: string
  readonly VITE_SIM_CHECK_ORANGE?: string
  readonly VITE_SIM_CHECK_MALITEL?: string
  readonly VITE_SIM_CHECK_TELECEL?: string
  readonly VITE_CONTACT_AID_OFFICE?: string
  readonly VITE_CONTACT_PROVIDER?: string
  readonly VITE_CONTACT_TOLL_FREE?: string
  readonly VITE_CONTACT_WHATSAPP?: string
  readonly VITE_CONTACT_EMAIL?: string
}

declare module '*.scss'

// Vite's import of a worker's address (`?worker&url`).
declare module '*?worker&url' {
  const url: string
  export = url
}
