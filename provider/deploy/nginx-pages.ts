import { compressible, types } from '../../src/spec/file-types.ts'
import { ownRoute, pageHeaders } from '../../src/spec/pages.ts'
import { closed } from '../../src/spec/policies.ts'
import { bodyBytes } from '../src/limits/limits.ts'
import { cacheControl } from '../src/web/cache-control.ts'
import { headers as security } from '../src/web/security-headers.ts'
import { noFile, refusedMethod } from '../src/web/static-host.ts'
import { added, block, type Lines } from './nginx-block.ts'

/** The file extensions of one type. */
const endsOf = (type: string) =>
  Object.keys(types)
    .filter(end => types[end] === type)
    .map(end => end.slice(1))

const shrinking = [...new Set(Object.values(types))].filter(type => compressible.test(type))
export const shrinkingNames = shrinking.flatMap(endsOf).join('|')

const readOnly = 'if ($request_method !~ ^(?:GET|HEAD)$) { return 405; }'
const wrongMethod = 'error_page 405 @wrong_method;'
const noSuchFile: Lines = ['error_page 404 @no_file;', wrongMethod]
const pages = 'types { "text/html; charset=utf-8" html br; }'

/** Name of the nginx variable that holds a header of pages, and is empty for other files. */
export const saidWithPages = (name: string) => `$page_${name.toLowerCase().replaceAll('-', '_')}`

const short = {
  ...security,
  'Cache-Control': cacheControl.asked,
  'Content-Security-Policy': closed,
}

/**
 * Locations of all other requests: nginx serves them from the disk as
 * provider/src/web/static-host.ts would, also while no process runs.
 */
export function pageLocations(isSecure: boolean): Lines {
  const other = Object.entries(types).filter(([, type]) => !compressible.test(type))
  const textual = 'default_type "text/plain; charset=UTF-8";'
  return [
    ...block('location /', [
      ...added(
        {
          ...security,
          ...Object.fromEntries(Object.keys(pageHeaders).map(name => [name, saidWithPages(name)])),
          'Content-Security-Policy': '$policy',
          'Connection-Allowlist': '$connections',
          'Cache-Control': '$keeps',
          'Content-Encoding': '$packing',
          Vary: '$varies',
          'Set-Cookie': '$new_cookie',
        },
        isSecure,
      ),
      'gzip_static on;',
      'gzip_proxied any;',
      'error_page 404 /404.html;',
      wrongMethod,
      ...block(`location ~ ${ownRoute.source.replaceAll('\\/', '/')}`, [
        readOnly,
        pages,
        'try_files $page$brotli $page /index.html$brotli /index.html =404;',
      ]),
      ...block('location = /404.html', [
        'internal;',
        pages,
        'try_files /404.html$brotli /404.html =404;',
      ]),
      ...block('location ~ \\.(?:br|gz)$|/\\.', [readOnly, ...noSuchFile, 'return 404;']),
      ...shrinking.flatMap(type =>
        block(`location ~ \\.(?:${endsOf(type).join('|')})$`, [
          readOnly,
          ...noSuchFile,
          `types { "${type}" ${endsOf(type).join(' ')} br; }`,
          'try_files $uri$brotli $uri =404;',
        ]),
      ),
      ...block('location ~* "^/assets/|\\.[a-z0-9]{1,12}$"', [
        readOnly,
        ...noSuchFile,
        `types { ${other.map(([end, type]) => `${type} ${end.slice(1)};`).join(' ')} }`,
        'try_files $uri =404;',
      ]),
      readOnly,
      'return 404;',
    ]),
    "# Photos that a phone shares are the worker's to take; where it is gone they are thrown away (provider/docs/deploy.md).",
    ...block('location = /partage', [
      ...added(security, isSecure),
      `client_max_body_size ${bodyBytes.drained / 1024 / 1024}m;`,
      '# Read on for as long as a slow phone still sends: it would lose the answer with the connection.',
      'lingering_time 300s;',
      'lingering_timeout 60s;',
      'if ($request_method = POST) { return 303 /partage?encore; }',
      'rewrite ^ /partage/ last;',
    ]),
    ...block('location @no_file', [...added(short, isSecure), textual, `return 404 "${noFile}";`]),
    ...block('location @wrong_method', [
      ...added({ ...short, Allow: 'GET, HEAD' }, isSecure),
      textual,
      `return 405 "${refusedMethod}";`,
    ]),
  ]
}
