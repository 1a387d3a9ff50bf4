import { endpoints, retrySeconds } from '../shared.ts'
import type { Run } from './ask.ts'
import type { Exchange } from './caller.ts'
import type { Level, Report } from './report.ts'
import { announcesParts } from './uploads.ts'

/** Checks the headers of all answers, once all calls are made. */
export function reviewAnswers({ caller, report }: Run): void {
  for (const exchange of caller.exchanges) {
    for (const rule of rules) {
      if (rule.of?.(exchange) === false) continue
      const fault = rule.fault(exchange)
      report.judge(rule.level, about, rule.says, fault && `${exchange.about}: ${fault}`)
    }
  }
}

const about = 'every answer'

interface Rule {
  says: string
  level: Level
  /** To which answers it applies: to all where this is missing. */
  of?(exchange: Exchange): boolean
  /** The difference from the contract, if there is one. */
  fault(exchange: Exchange): string | false | undefined
}

const header = ({ raw }: Exchange, name: string) => raw.header(name) ?? ''
function otherCharset(one: Exchange): string | undefined {
  const charset = /\bcharset\s*=\s*"?([^\s;"]+)/i.exec(header(one, 'Content-Type'))?.[1]
  return charset && !/^utf-?8$/i.test(charset) ? charset : undefined
}
/** A server clock that is off by more than this misleads the countdown. */
const clockMs = 120_000

function clockFault(one: Exchange): string | false {
  const date = Date.parse(header(one, 'Date'))
  if (Number.isNaN(date))
    return 'none: the countdown follows the phone, which may have lost the time'
  // `Date` has whole seconds and the answer took time: the difference is known no more precisely
  // than that.
  return (
    Math.abs(date - one.askedAt) >= clockMs &&
    `${header(one, 'Date')}, which differs from this machine's clock`
  )
}

const isShared = (cache: string) =>
  /\bpublic\b|\b(?:s-maxage|max-age)\s*=\s*"?0*[1-9]/i.test(cache) &&
  !/\bno-store\b|\bprivate\b/i.test(cache)

const rules: readonly Rule[] = [
  {
    says: 'is JSON by its Content-Type',
    level: 'borne',
    of: ({ raw }) => raw.text !== '',
    fault: one =>
      !/^application\/(?:problem\+)?json\b/i.test(header(one, 'Content-Type')) &&
      (header(one, 'Content-Type') || 'no Content-Type'),
  },
  {
    says: 'is UTF-8',
    level: 'breaks',
    of: one => otherCharset(one) === undefined,
    fault: ({ isUtf8 }) =>
      !isUtf8 && 'letters that are lost: the portal takes such an answer for incomplete',
  },
  {
    says: 'names no other charset than UTF-8',
    level: 'borne',
    fault: one =>
      otherCharset(one) &&
      `${otherCharset(one)}, which the portal obeys: pass answers on as they come`,
  },
  {
    says: 'comes from where it was asked for',
    level: 'borne',
    fault: ({ redirected }) =>
      redirected && 'a redirect, which costs one more round trip each time',
  },
  { says: 'carries a Date, which the countdown follows', level: 'borne', fault: clockFault },
  {
    says: 'about a student may be kept by nobody on the way',
    level: 'breaks',
    of: ({ personal }) => personal,
    fault(one) {
      const cache = header(one, 'Cache-Control')
      return isShared(cache) && `Cache-Control: ${cache}: a cache may hand it to the next student`
    },
  },
  {
    says: 'about a student says Cache-Control: no-store',
    level: 'advice',
    of: ({ personal }) => personal,
    fault(one) {
      const cache = header(one, 'Cache-Control')
      return !/\bno-store\b/i.test(cache) && (cache || 'no Cache-Control')
    },
  },
  {
    says: 'of 429 or 503 says when to ask again (Retry-After)',
    level: 'borne',
    of: ({ raw }) => raw.code === 429 || raw.code === 503,
    fault: ({ raw }) =>
      retrySeconds(raw.header('Retry-After'), Date.now()) === undefined &&
      `HTTP ${raw.code} with ${raw.header('Retry-After') ?? 'none'}: the portal makes up a pause`,
  },
]

/**
 * @returns whether a base is on another origin: a browser then sends a preflight and hides headers
 * that are not exposed
 */
export async function reviewOrigins(run: Run): Promise<void> {
  const { caller, report } = run
  const { origin, bases } = caller.portal
  const foreign = [...new Set(Object.values(bases))].filter(base => new URL(base).origin !== origin)
  if (foreign.length === 0)
    return report.skips(
      'another origin',
      'a browser may make the calls',
      `every base lies on ${origin}`,
    )
  for (const base of foreign) await checkPreflight(run, base, base.startsWith(bases.receipt))
  for (const exchange of caller.exchanges)
    if (exchange.foreign) checkAllowed(report, exchange, origin)
}

const ask = (
  url: string,
  origin: string,
  method: string,
  fields: readonly string[],
): Promise<Response | undefined> =>
  fetch(url, {
    method: 'OPTIONS',
    headers: {
      Origin: origin,
      'Access-Control-Request-Method': method,
      'Access-Control-Request-Headers': [...fields].sort().join(','),
    },
    signal: AbortSignal.timeout(45_000),
  }).catch(() => undefined)

/** Which of these an answer to a preflight does not allow. */
function missingIn(raw: Response | undefined, header: string, names: readonly string[]): string[] {
  const allowed = raw?.headers.get(`Access-Control-Allow-${header}`)?.toLowerCase() ?? ''
  return allowed.includes('*') ? [] : names.filter(name => !allowed.includes(name.toLowerCase()))
}

async function checkPreflight(run: Run, base: string, isReceipt: boolean): Promise<void> {
  const { caller, report } = run
  const { origin, bases } = caller.portal
  const about = `another origin, ${new URL(base).origin}`
  const path = isReceipt ? 'etudiant/voir/recepisse' : 'etudiant/enrolement/statut'
  const says = 'the question before a call (preflight) allows it'
  const raw = await ask(base + path, origin, 'POST', ['content-encoding', 'content-type'])
  const names = (name: string) => missingIn(raw, 'Headers', [name]).length === 0
  const isAllowed = allows(raw?.headers.get('Access-Control-Allow-Origin') ?? null, origin)
  const refused = !(raw?.ok && isAllowed && names('content-type'))
  report.judge(
    'breaks',
    about,
    says,
    refused && `HTTP ${raw?.status ?? 'none'}: a browser makes no call at all`,
  )
  if (!raw?.ok) return
  const codes = 'it allows Content-Encoding where gzip is announced'
  const zips = caller.exchanges.some(
    ({ raw, url }) => url.startsWith(base) && /gzip/i.test(raw.header('Accept-Encoding') ?? ''),
  )
  if (zips)
    report.judge(
      'breaks',
      about,
      codes,
      !names('content-encoding') && 'a gzipped photo never leaves',
    )
  if (announcesParts(run, 'uploadDocument') && base === bases.current)
    await checkPartsPreflight(run, base)
  const remembered = 'its answer is remembered (Access-Control-Max-Age), which spares a round trip'
  const isRemembered = Number(raw.headers.get('Access-Control-Max-Age')) > 0
  report.judge('advice', about, remembered, !isRemembered && 'it is asked before every call')
}

/** Where the question before a part is answered no, the browser sends nothing of the photo. */
async function checkPartsPreflight({ caller, report }: Run, base: string): Promise<void> {
  const about = `another origin, ${new URL(base).origin}`
  const says = 'where parts are announced, it allows PATCH, HEAD, DELETE and their fields'
  const fields = [
    'content-type',
    'content-encoding',
    'upload-complete',
    'upload-length',
    'upload-offset',
  ]
  const raw = await ask(base + endpoints.uploadDocument.path, caller.portal.origin, 'PATCH', fields)
  // A browser asks for no leave to HEAD.
  const missing = [
    ...missingIn(raw, 'Methods', ['PATCH', 'DELETE']),
    ...missingIn(raw, 'Headers', fields),
  ]
  report.judge(
    'breaks',
    about,
    says,
    missing.length > 0 && `${missing.join(', ')} missing: a photo never leaves`,
  )
}

const allows = (header: string | null, origin: string) => header === '*' || header === origin

/**
 * Headers that the portal reads; the browser hides them from it unless the provider exposes them.
 */
const wanted = [
  ...['Date', 'Retry-After', 'Accept-Encoding'],
  ...['Location', 'Upload-Limit', 'Upload-Offset', 'Upload-Complete'],
]

function checkAllowed(report: Report, { raw, url, about: call }: Exchange, origin: string): void {
  const about = `another origin, ${new URL(url).origin}`
  const says =
    'every answer, also a refusal, may be read by the portal (Access-Control-Allow-Origin)'
  report.judge(
    'breaks',
    about,
    says,
    !allows(raw.header('Access-Control-Allow-Origin'), origin) &&
      `${call}, HTTP ${raw.code}: the student reads that there is no network`,
  )
  const exposed = (raw.header('Access-Control-Expose-Headers') ?? '').toLowerCase()
  const shows = `it exposes ${wanted.join(', ')}`
  const hidden = wanted.filter(
    name => raw.header(name) !== null && !exposed.includes(name.toLowerCase()) && exposed !== '*',
  )
  report.judge(
    'borne',
    about,
    shows,
    hidden.length !== 0 && `${hidden.join(', ')} hidden: the portal does without`,
  )
}
