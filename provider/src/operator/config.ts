import { isAbsolute, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import { urlsOf } from '../database/urls.ts'
import { readEnvironment } from './environment.ts'

/** The folder that holds `provider/`, from its sources and from what is built of them. */
export const projectRoot = fileURLToPath(
  import.meta.url.replace(/^(.*\/)provider\/(?:src|dist)\/.*$/, '$1'),
)

/** Codes go to this URL, so it must be https, except on this machine. */
function isGatewayUrl(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || url.username || url.password) return false
  return (
    url.protocol === 'https:' ||
    (url.protocol === 'http:' && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname))
  )
}

const databaseUrl = v.pipe(v.string(), v.regex(/^postgres(ql)?:\/\//))
const yesOrNo = v.message(
  v.optional(
    v.pipe(
      v.picklist(['yes', 'no']),
      v.transform(word => word === 'yes'),
    ),
    'no',
  ),
  'yes or no',
)

const Environment = v.object({
  PORT: v.message(
    v.optional(
      v.pipe(v.string(), v.regex(/^\d{1,5}$/), v.transform(Number), v.maxValue(65_535)),
      '8080',
    ),
    'a number from 0 to 65535',
  ),
  HOST: v.optional(v.string()),
  DATA_DIR: v.optional(v.string(), `${projectRoot}data`),
  DIST_DIR: v.optional(v.string(), `${projectRoot}dist`),
  DATABASE_URL: v.message(
    v.optional(databaseUrl),
    'postgres://user:password@host/database, or several hosts with commas between them',
  ),
  DATABASE_READ_URL: v.message(
    v.optional(databaseUrl),
    'postgres://user:password@host,host,host/database',
  ),
  PUBLIC_ORIGIN: v.message(
    v.optional(v.pipe(v.string(), v.regex(/^https?:\/\/[^/]+$/))),
    'https://host, without a path',
  ),
  TRUST_PROXY: v.message(v.optional(v.picklist(['0', '1']), '0'), '0 or 1'),
  SAMPLE_DATA: yesOrNo,
  SHOW_CODES: yesOrNo,
  REQUIRE_CODE_FOR_CORRECTIONS: yesOrNo,
  SMS_GATEWAY_URL: v.message(
    v.optional(v.pipe(v.string(), v.check(isGatewayUrl))),
    'https://host/path, or http:// on this machine, without a user or password',
  ),
  SMS_GATEWAY_TOKEN: v.message(
    v.optional(v.pipe(v.string(), v.regex(/^[\x21-\x7e]+$/))),
    'one word without blanks or accents',
  ),
})

const configOf = (output: v.InferOutput<typeof Environment>) => ({
  port: output.PORT,
  /** Undefined: the server listens on every interface, IPv4 and IPv6. */
  host: output.HOST,
  dataDir: output.DATA_DIR,
  distDir: output.DIST_DIR,
  databaseUrl: output.DATABASE_URL,
  /** All machines of the cluster, where standbys may answer readers while there is no primary. */
  databaseReadUrl: output.DATABASE_READ_URL,
  /** Origin in receipt links when the portal runs behind a reverse proxy. */
  publicOrigin: output.PUBLIC_ORIGIN,
  /** Trust the last X-Forwarded-For entry: only behind a reverse proxy that writes it. */
  trustProxy: output.TRUST_PROXY === '1',
  sampleData: output.SAMPLE_DATA,
  /**
   * Displays the sent codes on standard output, on a page with a token and to `provider -- sms`:
   * never for students.
   */
  showCodes: output.SHOW_CODES,
  /** A stored photograph can be replaced only after the student has given a code again. */
  asksCodeForCorrections: output.REQUIRE_CODE_FOR_CORRECTIONS,
  /** Undefined: messages stay in the local outbox. */
  smsGateway: output.SMS_GATEWAY_URL
    ? { url: output.SMS_GATEWAY_URL, token: output.SMS_GATEWAY_TOKEN }
    : undefined,
})
export type Config = ReturnType<typeof configOf>

export class ConfigError extends Error {}

/** Reads the environment; an empty variable counts as not set. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const read = readEnvironment(Environment, env)
  if ('fault' in read)
    throw new ConfigError(`${read.name} must be ${read.fault}. Correct it or unset it.`)
  const { DATABASE_URL, DATABASE_READ_URL, DATA_DIR, DIST_DIR } = read.output
  // Of two machines none could know that it has everything that was acknowledged.
  if (DATABASE_READ_URL && (!DATABASE_URL || urlsOf(DATABASE_READ_URL).length < 3))
    throw new ConfigError(
      'DATABASE_READ_URL names all machines of a cluster of three, beside DATABASE_URL (provider/docs/production.md). Correct it or unset it.',
    )
  const within = relative(DIST_DIR, DATA_DIR)
  // The web server publishes every file below DIST_DIR, and the next build empties it.
  if (!within.startsWith('..') && !isAbsolute(within))
    throw new ConfigError(
      'DATA_DIR must not lie inside DIST_DIR, whose files are public. Choose another folder.',
    )
  return configOf(read.output)
}
