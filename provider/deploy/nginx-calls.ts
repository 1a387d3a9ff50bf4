import { endpoints, isPhotoCall } from '../../src/core/api/endpoints.ts'
import { nothing } from '../../src/core/api/schemas.ts'
import type { Bases } from '../../src/core/api/settings.ts'
import { receiptKeysPath } from '../../src/spec/signed-receipt.ts'
import { addressesPerSite, atNginx, uploadParts } from '../src/limits/limits.ts'
import { bases } from '../src/web/bases.ts'
import { cacheControl } from '../src/web/cache-control.ts'
import { receiptFilesPath } from '../src/web/calls/receipt.ts'
import { headers as security } from '../src/web/security-headers.ts'
import { uploadsPath } from '../src/web/upload-fields.ts'
import { added, block, type Lines } from './nginx-block.ts'
import * as words from './text.ts'

const onOwnHost = (bases: Bases): string[] =>
  Object.values(bases).filter(base => base.startsWith('/'))
const answered = bases.map(({ path }) => path)

/**
 * Bases on the portal's own host, and all that a process answers: the builds of before call an
 * old one until students take the new. The portal calls the others directly.
 */
export const basePaths = (bases: Bases): string[] => [
  ...new Set([...onOwnHost(bases), ...answered]),
]

/** Bases on the portal's own host that no process answers. */
export const unansweredBases = (bases: Bases): string[] => [
  ...new Set(onOwnHost(bases).filter(base => !answered.includes(base))),
]

/** Calls with the same empty body and the same answer for every student. */
const commonCalls = Object.values(endpoints)
  .filter(({ takes }) => takes === nothing)
  .map(({ path }) => path)

const photoCalls = Object.entries(endpoints)
  .filter(([call]) => isPhotoCall(call))
  .map(([, { path }]) => path)

const forwarded = (cookies: Lines): Lines =>
  [
    'Host $host',
    'Connection ""',
    'Accept-Encoding ""',
    'X-Forwarded-For $remote_addr',
    'X-Request-Id $request_id',
    'X-Request-Start t=$came',
    ...cookies,
  ].map(header => `proxy_set_header ${header};`)

const rate = (calls: string, atOnce: number): Lines => [
  `limit_req zone=${calls}_per_client burst=${atOnce} nodelay;`,
  `limit_req zone=${calls}_per_site burst=${atOnce * addressesPerSite} nodelay;`,
]

/** Beside all connections, which nginx would count here no more. */
const connections = (zones: Record<string, number>): Lines =>
  Object.entries({ connections_per_site: atNginx.connections, ...zones }).map(
    ([zone, most]) => `limit_conn ${zone} ${most};`,
  )

/** Locations whose requests a server process answers. */
export function callLocations(bases: Bases, isSecure: boolean): Lines {
  const proto = `X-Forwarded-Proto ${isSecure ? 'https' : '$scheme'}`
  const passed = forwarded([proto])
  const toProcess: Lines = [
    // Its own add_header keeps the pages' headers away from this location: the process sets its
    // own.
    ...added({}, isSecure),
    ...passed,
    ...rate('calls', atNginx.callsAtOnce),
    'proxy_pass http://portail;',
  ]
  return [
    '# Before the body, which comes for minutes on 2G, and the same for the process that is asked next.',
    'set $came $msec;',
    'proxy_http_version 1.1;',
    'proxy_connect_timeout 3s;',
    'proxy_read_timeout 60s;',
    '# A process that is gone has answered nobody: the next one is asked. Repeats are safe (docs/contract.md).',
    'proxy_next_upstream error timeout non_idempotent;',
    'proxy_next_upstream_tries 2;',
    'proxy_next_upstream_timeout 20s;',
    'recursive_error_pages on;',
    ...basePaths(bases).flatMap(base => [
      ...block(`location = ${base.slice(0, -1)}`, [...errors, ...toProcess]),
      ...block(`location ^~ ${base}`, [
        ...errors,
        ...toProcess,
        ...block(`location ~ ^${base}(?:${commonCalls.join('|')})$`, commonCall(proto, isSecure)),
        ...block(`location ~ ^${base}(?:${photoCalls.join('|')})$`, [
          ...photo,
          ...connections({ photos_per_site: atNginx.photos, photos: atNginx.photosTogether }),
          `limit_conn_status ${noPlace};`,
          ...errors,
          `error_page ${noPlace} = @as_it_comes;`,
          ...toProcess,
        ]),
        ...block(`location ~ ^${base}${uploadsPath}`, [
          ...unbuffered,
          ...connections({ uploads_per_site: atNginx.uploads }),
          ...toProcess,
        ]),
      ]),
    ]),
    '# Where all places for whole photographs are held, a process shares its own out between networks.',
    ...block('location @as_it_comes', [...errors, ...photo, ...asItComes, ...toProcess]),
    // Downloads of receipts: a process creates the link and answers it; and the keys that sign them.
    ...block(`location ^~ ${receiptFilesPath}`, toProcess),
    ...block(`location = ${receiptKeysPath}`, toProcess),
    ...problem('@too_large', 413, words.tooLarge, {}, isSecure),
    ...problem('@too_many', 429, words.tooMany, { 'Retry-After': '5' }, isSecure),
    ...[502, 503, 504].flatMap(status =>
      problem(`@away_${status}`, status, words.away, { 'Retry-After': '10' }, isSecure),
    ),
  ]
}

const photo = ['client_max_body_size 8m;']

/** Unlike any status that is answered. */
const noPlace = 599

/** On its way to one process, a body cannot be sent to the next. */
const asItComes: Lines = ['proxy_request_buffering off;', 'proxy_next_upstream error timeout;']

/**
 * A photograph in parts: a process stores what comes, so that nothing of a part that is cut need be
 * sent again.
 */
const unbuffered: Lines = [
  `client_max_body_size ${uploadParts.appendBytes};`,
  '# What has come of a part must reach a process though the part is cut: the portal asks how much is there, and goes on.',
  ...asItComes,
]

/** The id of this request, instead of that of the request whose answer was cached. */
const ownId = { 'X-Request-Id': '$request_id' }

const errors: Lines = [
  'error_page 413 @too_large;',
  'error_page 429 @too_many;',
  ...[502, 503, 504].map(status => `error_page ${status} @away_${status};`),
]

/**
 * In the form of the calls' own refusals: the portal can then tell a busy provider from a bad
 * network.
 */
const problem = (
  name: string,
  status: number,
  msg: string,
  headers: Readonly<Record<string, string>>,
  isSecure: boolean,
): Lines =>
  block(`location ${name}`, [
    ...added(
      {
        ...security,
        'Cache-Control': cacheControl.never,
        'Accept-Encoding': 'gzip',
        ...ownId,
        ...headers,
      },
      isSecure,
    ),
    'default_type application/json;',
    `return ${status} '${JSON.stringify({ status: 0, msg })}';`,
  ])

/**
 * On the day of the results every phone makes these eight calls at once, with equal answers: nginx
 * asks a process once in three seconds. A request with a body other than `{}` goes to the process.
 */
const commonCall = (proto: string, isSecure: boolean): Lines => [
  ...added(ownId, isSecure),
  ...forwarded([proto, 'Cookie ""', 'X-XSRF-TOKEN ""']),
  ...rate('common_calls', atNginx.commonCallsAtOnce),
  'client_body_in_single_buffer on;',
  'proxy_cache calls;',
  'proxy_cache_key "$uri $request_body";',
  'proxy_cache_methods POST;',
  'proxy_cache_convert_head off;',
  'proxy_cache_valid 200 3s;',
  'proxy_cache_bypass $asks_more;',
  'proxy_no_cache $asks_more;',
  'proxy_ignore_headers Cache-Control Expires Set-Cookie Vary X-Accel-Expires;',
  'proxy_hide_header Set-Cookie;',
  'proxy_hide_header X-Request-Id;',
  'proxy_cache_lock on;',
  'proxy_cache_use_stale error timeout updating http_500 http_502 http_503 http_504;',
  'proxy_pass http://portail;',
]
