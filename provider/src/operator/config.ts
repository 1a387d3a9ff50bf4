import { isAbsolute, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import { urlsOf } from '../database/urls.ts'
import type { SmsGateway } from '../sms/sms-gateway.ts'

/** The folder that holds `provider/`, from its sources and from what is built of them. */
export const projectRoot = fileURLToPath(import.meta.url.replace(/^(.*\/)provider\/(?:src|dist)\/.*$/, '$1'))

/** Codes go to this URL, so it must be https, except on this machine. */
function isGatewayUrl(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || url.username || url.password) return false
  return (
    url.protocol === 'https:' || (url.protocol === 'http:' && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname))
  )
}

const databaseUrl = v.pipe(v.string(), v.regex(/^postgres(ql)?:\/\//))
const yesOrNo = v.optional(v.picklist(['yes', 'no']), 'no')

const Environment = v.object({
  PORT: v.optional(v.pipe(v.string(), v.regex(/^\d{1,5}$/), v.transform(Number), v.maxValue(65_535)), '8080'),
  HOST: v.optional(v.string()),
  DATA_DIR: v.optional(v.pipe(v.string(), v.minLength(1)), `${projectRoot}data`),
  DIST_DIR: v.optional(v.pipe(v.string(), v.minLength(1)), `${projectRoot}dist`),
  DATABASE_URL: v.optional(databaseUrl),
  DATABASE_READ_URL: v.optional(databaseUrl),
  PUBLIC_ORIGIN: v.optional(v.pipe(v.string(), v.regex(/^https?:\/\/[^/]+$/))),
  TRUST_PROXY: v.optional(v.picklist(['0', '1']), '0'),
  SAMPLE_DATA: yesOrNo,
  SHOW_CODES: yesOrNo,
  REQUIRE_CODE_FOR_CORRECTIONS: yesOrNo,
  SMS_GATEWAY_URL: v.optional(v.pipe(v.string(), v.check(isGatewayUrl))),
  SMS_GATEWAY_TOKEN: v.optional(v.pipe(v.string(), v.regex(/^[\x21-\x7e]+$/))),
})

export interface Config {
  port: number
  /** Undefined: the server listens on every interface, IPv4 and IPv6. */
  host: string | undefined
  dataDir: string
  distDir: string
  databaseUrl: string | undefined
  /** All machines of the cluster, where standbys may answer readers while there is no primary. */
  databaseReadUrl: string | undefined
  /** Origin in receipt links when the portal runs behind a reverse proxy. */
  publicOrigin: string | undefined
  /** Trust the last X-Forwarded-For entry: only behind a reverse proxy that writes it. */
  trustProxy: boolean
  sampleData: boolean
  /**
   * Displays the sent codes on standard output, on a page with a token and to `provider -- sms`: for demonstrations and
   * tests.
   */
  showCodes: boolean
  /** A stored photograph can be replaced only after the student has given a code again. */
  asksCodeForCorrections: boolean
  /** Undefined: messages stay in the local outbox. */
  smsGateway: SmsGateway | undefined
}

const help: Record<string, string> = {
  PORT: 'a number from 0 to 65535',
  DATA_DIR: 'a folder',
  DIST_DIR: 'a folder',
  DATABASE_URL: 'postgres://user:password@host/database, or several hosts with commas between them',
  DATABASE_READ_URL: 'postgres://user:password@host,host,host/database',
  PUBLIC_ORIGIN: 'https://host, without a path',
  TRUST_PROXY: '0 or 1',
  SAMPLE_DATA: 'yes or no',
  SHOW_CODES: 'yes or no',
  REQUIRE_CODE_FOR_CORRECTIONS: 'yes or no',
  SMS_GATEWAY_URL: 'https://host/path, or http:// on this machine, without a user or password',
  SMS_GATEWAY_TOKEN: 'one word without blanks or accents',
}

export class ConfigError extends Error {}

/** Reads the environment; an empty variable counts as not set. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = v.safeParse(Environment, present)
  if (!parsed.success) {
    const name = String(parsed.issues[0].path?.[0]?.key ?? '')
    throw new ConfigError(`${name} must be ${help[name] ?? 'set differently'}. Correct it or unset it.`)
  }
  const { output } = parsed
  // Of two machines none could know that it has everything that was acknowledged.
  if (output.DATABASE_READ_URL && (!output.DATABASE_URL || urlsOf(output.DATABASE_READ_URL).length < 3))
    throw new ConfigError(
      'DATABASE_READ_URL names all machines of a cluster of three, beside DATABASE_URL (provider/docs/production.md). Correct it or unset it.',
    )
  const within = relative(output.DIST_DIR, output.DATA_DIR)
  // The web server publishes every file below DIST_DIR, and the next build empties it.
  if (!within.startsWith('..') && !isAbsolute(within)) {
    throw new ConfigError('DATA_DIR must not lie inside DIST_DIR, whose files are public. Choose another folder.')
  }
  return {
    port: output.PORT,
    host: output.HOST,
    dataDir: output.DATA_DIR,
    distDir: output.DIST_DIR,
    databaseUrl: output.DATABASE_URL,
    databaseReadUrl: output.DATABASE_READ_URL,
    publicOrigin: output.PUBLIC_ORIGIN,
    trustProxy: output.TRUST_PROXY === '1',
    sampleData: output.SAMPLE_DATA === 'yes',
    showCodes: output.SHOW_CODES === 'yes',
    asksCodeForCorrections: output.REQUIRE_CODE_FOR_CORRECTIONS === 'yes',
    smsGateway: output.SMS_GATEWAY_URL ? { url: output.SMS_GATEWAY_URL, token: output.SMS_GATEWAY_TOKEN } : undefined,
  }
}
