import { endpoints, retrySeconds } from '../shared.ts'
import type { Run } from './ask.ts'
import type { Exchange } from './caller.ts'
import { announcesParts } from './parts.ts'
import type { Level, Report } from './report.ts'

/** Checks the headers of all answers, once all calls are made. */
export function reviewAnswers({ caller, report }: Run): void {
  for (const exchange of caller.exchanges) {
    for (const rule of rules) {
      if (!rule.of(exchange)) continue
      const found = rule.fault(exchange)
      if (found === undefined) report.holds(about, rule.says)
      else report.differs(rule.level, about, rule.says, `${exchange.about}: ${found}`)
    }
  }
}

const about = 'every answer'

interface Rule {
  says: string
  level: Level
  of(exchange: Exchange): boolean
  /** The difference from the contract, or undefined. */
  fault(exchange: Exchange): string | undefined
}

const all = () => true
function otherCharset(raw: Exchange['raw']): string | undefined {
  const charset = /\bcharset\s*=\s*"?([^\s;"]+)/i.exec(raw.header('Content-Type') ?? '')?.[1]
  return charset && !/^utf-?8$/i.test(charset) ? charset : undefined
}
/** A server clock that is off by more than this misleads the countdown. */
const clockMs = 120_000

const rules: readonly Rule[] = [
  {
    says: 'is JSON by its Content-Type',
    level: 'borne',
    of: ({ raw }) => raw.text !== '',
    fault: ({ raw }) =>
      unless(
        /^application\/(?:problem\+)?json\b/i.test(raw.header('Content-Type') ?? ''),
        raw.header('Content-Type') ?? 'no Content-Type',
      ),
  },
  {
    says: 'is UTF-8',
    level: 'breaks',
    of: ({ raw }) => otherCharset(raw) === undefined,
    fault: ({ isUtf8 }) => unless(isUtf8, 'letters that are lost: the portal takes such an answer for incomplete'),
  },
  {
    says: 'names no other charset than UTF-8',
    level: 'borne',
    of: all,
    fault({ raw }) {
      const other = otherCharset(raw)
      return unless(!other, `${other}, which the portal obeys: pass answers on as they come`)
    },
  },
  {
    says: 'comes from where it was asked for',
    level: 'borne',
    of: all,
    fault: ({ redirected }) => unless(!redirected, 'a redirect, which costs one more round trip each time'),
  },
  {
    says: 'carries a Date, which the countdown follows',
    level: 'borne',
    of: all,
    fault({ raw, askedAt }) {
      const date = Date.parse(raw.header('Date') ?? '')
      if (Number.isNaN(date)) return 'none: the countdown follows the phone, which may have lost the time'
      const apart = Math.abs(date - askedAt)
      // `Date` has whole seconds and the answer took time: the difference is known no more precisely than that.
      return unless(apart < clockMs, `${raw.header('Date')}, which differs from this machine's clock`)
    },
  },
  {
    says: 'about a student may be kept by nobody on the way',
    level: 'breaks',
    of: ({ personal }) => personal,
    fault({ raw }) {
      const cache = raw.header('Cache-Control') ?? ''
      const shared =
        /\bpublic\b|\b(?:s-maxage|max-age)\s*=\s*"?0*[1-9]/i.test(cache) && !/\bno-store\b|\bprivate\b/i.test(cache)
      return unless(!shared, `Cache-Control: ${cache}: a cache may hand it to the next student`)
    },
  },
  {
    says: 'about a student says Cache-Control: no-store',
    level: 'advice',
    of: ({ personal }) => personal,
    fault: ({ raw }) =>
      unless(
        /\bno-store\b/i.test(raw.header('Cache-Control') ?? ''),
        raw.header('Cache-Control') ?? 'no Cache-Control',
      ),
  },
  {
    says: 'of 429 or 503 says when to ask again (Retry-After)',
    level: 'borne',
    of: ({ raw }) => raw.code === 429 || raw.code === 503,
    fault({ raw }) {
      const header = raw.header('Retry-After')
      const seconds = retrySeconds(header, Date.now())
      return unless(seconds !== undefined, `HTTP ${raw.code} with ${header ?? 'none'}: the portal makes up a pause`)
    },
  },
]

const unless = (holds: boolean, found: string): string | undefined => (holds ? undefined : found)

/**
 * @returns whether a base is on another origin: a browser then sends a preflight and hides headers that are not exposed
 */
export async function reviewOrigins(run: Run): Promise<void> {
  const { caller, report } = run
  const { origin, bases } = caller.portal
  const foreign = [...new Set(Object.values(bases))].filter(base => new URL(base).origin !== origin)
  if (foreign.length === 0)
    return report.skips('another origin', 'a browser may make the calls', `every base lies on ${origin}`)
  for (const base of foreign) await checkPreflight(run, base, base.startsWith(bases.receipt))
  for (const exchange of caller.exchanges) if (exchange.foreign) checkAllowed(report, exchange, origin)
}

async function checkPreflight(run: Run, base: string, isReceipt: boolean): Promise<void> {
  const { caller, report } = run
  const about = `another origin, ${new URL(base).origin}`
  const { origin } = caller.portal
  const path = isReceipt ? 'etudiant/voir/recepisse' : 'etudiant/enrolement/statut'
  const says = 'the question before a call (preflight) allows it'
  const raw = await fetch(base + path, {
    method: 'OPTIONS',
    headers: {
      Origin: origin,
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'content-encoding,content-type',
    },
    signal: AbortSignal.timeout(45_000),
  }).catch(() => undefined)
  const allowed = raw?.headers.get('Access-Control-Allow-Headers') ?? ''
  const names = (name: string) => allowed.includes('*') || allowed.toLowerCase().includes(name)
  const isAllowed = allows(raw?.headers.get('Access-Control-Allow-Origin') ?? null, origin)
  if (raw?.ok && isAllowed && names('content-type')) report.holds(about, says)
  else report.differs('breaks', about, says, `HTTP ${raw?.status ?? 'none'}: a browser makes no call at all`)
  if (!raw?.ok) return
  const zips = caller.exchanges.some(
    ({ raw, url }) => url.startsWith(base) && /gzip/i.test(raw.header('Accept-Encoding') ?? ''),
  )
  const codes = 'it allows Content-Encoding where gzip is announced'
  if (zips && !names('content-encoding')) report.differs('breaks', about, codes, 'a gzipped photo never leaves')
  else if (zips) report.holds(about, codes)
  if (announcesParts(run) && base === caller.portal.bases.current) await checkPartsPreflight(run, base)
  const remembered = 'its answer is remembered (Access-Control-Max-Age), which spares a round trip'
  if (Number(raw.headers.get('Access-Control-Max-Age')) > 0) report.holds(about, remembered)
  else report.differs('advice', about, remembered, 'it is asked before every call')
}

/** Where the question before a part is answered no, the browser sends nothing of the photo. */
async function checkPartsPreflight({ caller, report }: Run, base: string): Promise<void> {
  const about = `another origin, ${new URL(base).origin}`
  const says = 'where parts are announced, it allows PATCH, HEAD, DELETE and their fields'
  const fields = ['content-type', 'content-encoding', 'upload-complete', 'upload-length', 'upload-offset']
  const raw = await fetch(base + endpoints.uploadDocument.path, {
    method: 'OPTIONS',
    headers: {
      Origin: caller.portal.origin,
      'Access-Control-Request-Method': 'PATCH',
      'Access-Control-Request-Headers': fields.sort().join(','),
    },
    signal: AbortSignal.timeout(45_000),
  }).catch(() => undefined)
  const has = (header: string, wantedNames: readonly string[]) => {
    const allowed = raw?.headers.get(header)?.toLowerCase() ?? ''
    return allowed.includes('*') ? [] : wantedNames.filter(name => !allowed.includes(name.toLowerCase()))
  }
  // A browser asks for no leave to HEAD.
  const missing = [
    ...has('Access-Control-Allow-Methods', ['PATCH', 'DELETE']),
    ...has('Access-Control-Allow-Headers', fields),
  ]
  if (missing.length === 0) report.holds(about, says)
  else report.differs('breaks', about, says, `${missing.join(', ')} missing: a photo never leaves`)
}

const allows = (header: string | null, origin: string) => header === '*' || header === origin

/** Headers that the portal reads; the browser hides them from it unless the provider exposes them. */
const wanted = [
  'Date',
  'Retry-After',
  'Accept-Encoding',
  'Location',
  'Upload-Limit',
  'Upload-Offset',
  'Upload-Complete',
]

function checkAllowed(report: Report, { raw, url, about: call }: Exchange, origin: string): void {
  const about = `another origin, ${new URL(url).origin}`
  const says = 'every answer, also a refusal, may be read by the portal (Access-Control-Allow-Origin)'
  if (allows(raw.header('Access-Control-Allow-Origin'), origin)) report.holds(about, says)
  else report.differs('breaks', about, says, `${call}, HTTP ${raw.code}: the student reads that there is no network`)
  const exposed = (raw.header('Access-Control-Expose-Headers') ?? '').toLowerCase()
  const shows = `it exposes ${wanted.join(', ')}`
  const hidden = wanted.filter(
    name => raw.header(name) !== null && !exposed.includes(name.toLowerCase()) && exposed !== '*',
  )
  if (hidden.length === 0) report.holds(about, shows)
  else report.differs('borne', about, shows, `${hidden.join(', ')} hidden: the portal does without`)
}
