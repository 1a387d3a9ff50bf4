import { variants, type WizardVariant } from '../../spec/documents.ts'

/** Where the provider answers (docs/contract.md, "Where the calls go"). */

export interface Bases {
  current: string
  previous: string
  older: string
  statusPreviousMatricule: string
  statusPreviousPhone: string
  statusOlderMatricule: string
  statusOlderPhone: string
  receipt: string
}

export interface Settings {
  bases: Bases
  wizard: WizardVariant
  /** Addresses of the two other enrolment sites; an empty one draws no button. */
  sites: { years20192020: string; older: string }
  /** Hosts that a receipt link may lead to; empty: the portal's own and the receipt base's. */
  receiptHosts: string[]
}

type Env = Readonly<Record<string, unknown>>

/**
 * The build reads, validates and inlines the settings (vite.config.ts), so that no phone downloads
 * `readSettings`.
 */
export const settings: Settings = import.meta.env?.SETTINGS ?? readSettings(import.meta.env ?? {})

/**
 * @throws Error in English, naming the variable and what it takes, for the person who builds the
 * portal.
 */
export function readSettings(env: Env): Settings {
  const current = base(env, 'VITE_API_CURRENT', '/2021/v1/')
  const previous = base(env, 'VITE_API_PREVIOUS', '/1920/v3/')
  const older = base(env, 'VITE_API_OLDER', '/anciens/v4/')
  return {
    bases: {
      current,
      previous,
      older,
      statusPreviousMatricule: base(env, 'VITE_API_STATUS_PREVIOUS_MATRICULE', previous),
      statusPreviousPhone: base(env, 'VITE_API_STATUS_PREVIOUS_PHONE', previous),
      statusOlderMatricule: base(env, 'VITE_API_STATUS_OLDER_MATRICULE', older),
      statusOlderPhone: base(env, 'VITE_API_STATUS_OLDER_PHONE', older),
      receipt: base(env, 'VITE_API_RECEIPT', '/recepisses/v1/'),
    },
    wizard: wizardVariant(env, 'VITE_WIZARD'),
    sites: { years20192020: site(env, 'VITE_SITE_2019_2020'), older: site(env, 'VITE_SITE_OLDER') },
    receiptHosts: hosts(env, 'VITE_RECEIPT_HOSTS'),
  }
}

function text(env: Env, name: string): string {
  const value = env[name]
  return typeof value === 'string' ? value.trim() : ''
}

function wizardVariant(env: Env, name: string): WizardVariant {
  const value = text(env, name) || variants[0]
  const known = variants.find(one => one === value)
  if (!known) throw new Error(`${name} is "${value}": write "${variants.join('" or "')}".`)
  return known
}

function base(env: Env, name: string, fallback: string): string {
  const value = text(env, name) || fallback
  const path = /^\/(?!\/)/.test(value)
  // Endpoint paths are appended to a base. Browsers read "/\\" as "//", and refuse an address with
  // a password in it.
  const isPlainAddress = !/[\s?#@\\'";]/.test(value)
  if (!isPlainAddress || (!path && !isHttps(value)))
    throw new Error(
      `${name} is "${value}": write a path that begins with "/" or an https:// address.`,
    )
  return value.endsWith('/') ? value : `${value}/`
}

function site(env: Env, name: string): string {
  const value = text(env, name)
  if (value && !isHttps(value))
    throw new Error(`${name} is "${value}": write an https:// address, or leave it empty.`)
  return value
}

/** Hosts as `URL.host` writes them, so that they can be compared with it. */
function hosts(env: Env, name: string): string[] {
  const named = text(env, name)
    .split(/[\s,]+/)
    .filter(Boolean)
  const bad = named.find(host => !/^[a-z\d.-]+(?::\d+)?$/i.test(host))
  if (bad)
    throw new Error(
      `${name} names "${bad}": write hosts such as "recu.example.ml", without https:// or a path.`,
    )
  return named.map(host => host.toLowerCase().replace(/:443$/, ''))
}

/**
 * An http: address is accepted for this machine only, so that a developer can try a local provider.
 */
function isHttps(value: string): boolean {
  return (
    /^https:\/\/[^/\s]+/.test(value) ||
    /^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?(\/|$)/.test(value)
  )
}
