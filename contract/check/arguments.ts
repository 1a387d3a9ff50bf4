import { parseArgs } from 'node:util'
import { readSettings, type Settings } from '../shared.ts'

/**
 * The portal's own environment variables, as switches: a wrong value gets the same error text as in
 * the build.
 */
const variables = {
  'base-current': 'VITE_API_CURRENT',
  'base-previous': 'VITE_API_PREVIOUS',
  'base-older': 'VITE_API_OLDER',
  'base-status-previous-matricule': 'VITE_API_STATUS_PREVIOUS_MATRICULE',
  'base-status-previous-phone': 'VITE_API_STATUS_PREVIOUS_PHONE',
  'base-status-older-matricule': 'VITE_API_STATUS_OLDER_MATRICULE',
  'base-status-older-phone': 'VITE_API_STATUS_OLDER_PHONE',
  'base-receipt': 'VITE_API_RECEIPT',
  'receipt-hosts': 'VITE_RECEIPT_HOSTS',
} as const

export const help = `Usage: npm run contract -- URL [--student FILE.json] [--code 1234] [switches]

Runs the portal's contract with its provider (docs/contract.md), line by line, against the provider at URL, and prints
what differs. "BREAKS": a student meets it. "borne": the portal reads it all the same. "advice": nobody of ours does it.

  URL                 where the provider answers, as https://host; or its base of the current year, as https://host/2021/v1/
  --student FILE.json whom to enrol (docs/contract.md says what stands in it); without it the enrolment is left out
  --code 1234         the code that the student has received; else it is asked for at the terminal
  --origin ORIGIN     where the portal's pages come from, when that is another host: looks at CORS
  --small             leaves out the photos of 5120 KB
  --receipt-hosts A,B hosts that a receipt link may lead to (VITE_RECEIPT_HOSTS)
  --base-current BASE, --base-previous, --base-older, --base-receipt, --base-status-previous-matricule, …-previous-phone,
  …-older-matricule, …-older-phone    as VITE_API_CURRENT and the others (provider/docs/deploy.md): a path of URL, or an address

Ends with 1 if anything breaks the portal, with 2 if it was asked wrongly.`

export class UsageError extends Error {}

export interface Arguments {
  url: string
  settings: Settings
  origin: string | undefined
  studentFile: string | undefined
  code: string | undefined
  small: boolean
}

/** @throws UsageError with a sentence that helps. @returns undefined when help was asked for */
export function readArguments(argv: readonly string[]): Arguments | undefined {
  const { positionals, values } = parse(argv)
  if (values.help) return undefined
  const [address, ...more] = positionals
  if (!address || more.length > 0) throw new UsageError(`One URL is needed.\n\n${help}`)
  const url = httpUrl(address)
  const code = text(values.code)
  if (code && !/^\d{4}$/.test(code))
    throw new UsageError('--code takes the four digits of the message.')
  const origin = text(values.origin)
  return {
    url: url.href,
    settings: settingsOf(url, values),
    origin: origin && httpUrl(origin).origin,
    studentFile: text(values.student),
    code,
    small: values.small === true,
  }
}

/** What is asked, since most bases are taken from the usual paths. */
export const basesAsked = ({ url, settings }: Pick<Arguments, 'url' | 'settings'>): string[] => [
  'Bases that are asked; those that no switch names are taken from the URL and the usual paths:',
  ...Object.entries(settings.bases).map(([name, base]) => `  ${name}  ${new URL(base, url).href}`),
]

type Values = Readonly<Record<string, string | boolean | undefined>>

function parse(argv: readonly string[]): { positionals: string[]; values: Values } {
  const named = Object.fromEntries(
    ['student', 'code', 'origin', ...Object.keys(variables)].map(name => [
      name,
      { type: 'string' as const },
    ]),
  )
  const flags = {
    small: { type: 'boolean' as const },
    help: { type: 'boolean' as const, short: 'h' },
  }
  try {
    return parseArgs({ args: [...argv], allowPositionals: true, options: { ...named, ...flags } })
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n\n${help}`)
  }
}

const text = (value: string | boolean | undefined) =>
  typeof value === 'string' && value !== '' ? value : undefined

function httpUrl(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UsageError(`"${address}" is no address: write https://host.`)
  return url
}

/**
 * A URL with a path is the base of the current year; if it ends with the usual path, the other
 * bases are its siblings.
 */
function settingsOf(url: URL, values: Values): Settings {
  const { pathname } = url
  const path = pathname.endsWith('/') ? pathname : `${pathname}/`
  const defaults = readSettings({}).bases
  const beside = path.endsWith(defaults.current) ? path.slice(0, -defaults.current.length) : ''
  const given = Object.fromEntries(
    Object.entries(variables).map(([name, variable]) => [variable, text(values[name])]),
  )
  try {
    return readSettings({
      VITE_API_CURRENT: path === '/' ? defaults.current : path,
      VITE_API_PREVIOUS: beside + defaults.previous,
      VITE_API_OLDER: beside + defaults.older,
      VITE_API_RECEIPT: beside + defaults.receipt,
      ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}
