import { endpoints } from '../../src/core/api/endpoints.ts'
import type { Settings } from '../../src/core/api/settings.ts'
import { pageHeaders } from '../../src/spec/pages.ts'
import { routes } from '../../src/spec/routes.ts'
import { receiptKeysPath } from '../../src/spec/signed-receipt.ts'
import { addressesPerSite, atNginx, http } from '../src/limits/limits.ts'
import { cacheControl } from '../src/web/cache-control.ts'
import { uploadsPath } from '../src/web/upload-fields.ts'
import { cookieName, cookieSeconds, ownToken } from '../src/web/xsrf.ts'
import { block, type Lines, quoted } from './nginx-block.ts'
import { basePaths, callLocations } from './nginx-calls.ts'
import { pageLocations, saidWithPages, shrinkingNames } from './nginx-pages.ts'
import { tls, toHttps } from './nginx-tls.ts'
import type { HostSettings } from './settings.ts'

const seconds = (ms: number) => `${Math.ceil(ms / 1000)}s`

/** The whole configuration, for the nginx of Debian 12 or newer without additional modules. */
export function nginxConfig(host: HostSettings, portal: Settings): string {
  return [
    '# Written by `npm run nginx -w provider` (provider/docs/deploy.md): change the settings or provider/deploy/, not this file.',
    'user www-data;',
    'worker_processes auto;',
    '# Thousands of slow uploads: each holds a connection, and a file until it has come whole.',
    'worker_rlimit_nofile 65536;',
    `pid ${host.NGINX_PID};`,
    '# An error names the request in full; what went wrong with a call stands in the access log.',
    `error_log ${host.NGINX_LOGS}/error.log crit;`,
    ...block('events', ['worker_connections 16384;', 'multi_accept on;']),
    ...block('http', [
      ...common(host),
      ...maps(host),
      ...logging(host, portal),
      ...limits(),
      ...processes(host),
      ...(host.PORTAL_TLS === 'here' ? toHttps(host, portal) : []),
      ...portalServer(host, portal),
    ]),
    '',
  ].join('\n')
}

function common({ NGINX_STATE }: HostSettings): Lines {
  return [
    'server_tokens off;',
    'absolute_redirect off;',
    'sendfile on;',
    'tcp_nopush on;',
    'default_type application/octet-stream;',
    'map_hash_bucket_size 256;',
    `client_body_temp_path ${NGINX_STATE}/body;`,
    `proxy_temp_path ${NGINX_STATE}/proxy;`,
    '# Never the answer of a student: only of calls that everybody asks alike. Whatever nobody asks for is soon gone.',
    `proxy_cache_path ${NGINX_STATE}/calls levels=1 keys_zone=calls:1m max_size=16m inactive=15s use_temp_path=off;`,
    '# As patient as the server itself (provider/src/limits/limits.ts): a process sees a call once it has come whole, a part as it comes.',
    `client_header_timeout ${seconds(http.headersTimeoutMs)};`,
    `client_body_timeout ${seconds(http.idleTimeoutMs)};`,
    `send_timeout ${seconds(http.idleTimeoutMs)};`,
    'reset_timedout_connection on;',
    '# A new connection costs a phone on 2G three seconds.',
    'keepalive_timeout 60s;',
    `large_client_header_buffers 4 ${http.maxHeaderBytes / 1024}k;`,
    'client_body_buffer_size 32k;',
    'client_max_body_size 16k;',
  ]
}

function maps(host: HostSettings): Lines {
  const secure = host.PORTAL_TLS === 'no' ? '' : '; Secure'
  const cookie = `${cookieName}=${ownToken}$token; Max-Age=${cookieSeconds}; Path=/; SameSite=Strict${secure}`
  return [
    '# What the build has packed is served under the name of the file.',
    ...block('map $http_accept_encoding $brotli', [
      'default "";',
      '"~*(?:^|[\\s,])br\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$)" "";',
      '"~*(?:^|[\\s,])br\\s*(?:[;,]|$)" .br;',
    ]),
    ...block('map $uri $file', ['default $uri;', '"~^(?<unpacked>.+)\\.br$" $unpacked;']),
    ...block('map $uri $packing', ['default "";', '"~\\.br$" br;']),
    ...block('map $file $varies', ['default "";', `"~\\.(?:${shrinkingNames})$" Accept-Encoding;`]),
    ...block('map $uri $page', ['default /index.html;', '"~^(?<name>/.+?)/*$" $name.html;']),
    ...block('map $uri $keeps', [
      `default ${quoted(cacheControl.asked)};`,
      `"~^/assets/" ${quoted(cacheControl.forEver)};`,
    ]),
    ...block('map $file $policy', [`include ${host.PORTAL_DIR}/dist/.policies.conf;`]),
    '# Where pages may lead; a build of before has no such file.',
    ...block('map $file $connections', [
      'default "";',
      `include ${host.PORTAL_DIR}/dist/.connections*.conf;`,
    ]),
    ...Object.entries(pageHeaders).flatMap(([name, value]) =>
      block(`map $file ${saidWithPages(name)}`, ['default "";', `"~\\.html$" ${quoted(value)};`]),
    ),
    '# Section 6: with pages, to whoever has none of ours. Calls that set out together would each bring another one.',
    ...block('map $http_cookie $token', [
      'default $request_id;',
      `"~(?:^|;\\s*)${cookieName}=${ownToken}[^;\\s]" "";`,
    ]),
    ...block('map "$token $file" $new_cookie', [
      'default "";',
      `"~^[\\da-f]+ .*\\.html$" ${quoted(cookie)};`,
    ]),
    '# Only what asks for nothing but the call itself may be answered from what another one got.',
    ...block(
      'map "$request_method $http_content_encoding $content_type $request_body" $asks_more',
      ['default 1;', '"~*^POST  application/json(?:;[^{]*)? \\{\\}$" "";'],
    ),
  ]
}

/** Logs no visitor's address, and the path as a template: some paths contain a student's number. */
function logging(host: HostSettings, { bases }: Settings): Lines {
  const calls = [...new Set(Object.values(endpoints).map(({ path }) => path))].sort()
  const pages = Object.values(routes).filter(path => !path.includes('$'))
  const ends = '(?:[?]|$)'
  return [
    ...block('map $request_uri $template', [
      'default /*;',
      `"~^(?<known>${pages.join('|')})${ends}" $known;`,
      ...Object.values(routes)
        .filter(path => path.includes('$'))
        .map(path => `"~^${path.replace(/\$\w+/, '[^/?]+')}/?${ends}" ${path.replace('$', ':')};`),
      '"~^/recepisses/f/" /recepisses/f/:token;',
      `"~^${receiptKeysPath}${ends}" ${receiptKeysPath};`,
      '"~^/assets/" /assets/*;',
      ...basePaths(bases).map(base => `"~^${base}${uploadsPath}" ${base}${uploadsPath}:token;`),
      `"~^(?<call>(?:${basePaths(bases).join('|')})(?:${calls.join('|')}))${ends}" $call;`,
    ]),
    "# That of a page is also the token in its new cookie, which is nobody else's to read.",
    ...block('map $new_cookie $logged_id', ['default "";', '"" $request_id;']),
    `log_format portail escape=json '{"at":"$time_iso8601","id":"$logged_id","method":"$request_method",'`,
    `  '"path":"$template","status":$status,"bytes":$bytes_sent,"seconds":$request_time,'`,
    `  '"process":"$upstream_status","processSeconds":"$upstream_response_time","cache":"$upstream_cache_status"}';`,
    `access_log ${host.NGINX_LOGS}/access.log portail buffer=32k flush=1s;`,
  ]
}

function limits(): Lines {
  const { callsEachSecond } = atNginx
  const rates = ['calls', 'common_calls'].flatMap(calls => [
    `limit_req_zone $client zone=${calls}_per_client:20m rate=${callsEachSecond}r/s;`,
    `limit_req_zone $site zone=${calls}_per_site:20m rate=${callsEachSecond * addressesPerSite}r/s;`,
  ])
  return [
    '# Of IPv6 a customer has a /56, and perhaps the /48 around it; as bytes, since it is written in many ways.',
    ...block('map $binary_remote_addr $client', [
      'default $binary_remote_addr;',
      '"~(?s)^(?<customer>.{7}).{9}$" $customer;',
    ]),
    ...block('map $binary_remote_addr $site', [
      'default $binary_remote_addr;',
      '"~(?s)^(?<around>.{6}).{10}$" $around;',
    ]),
    ...rates,
    'limit_conn_zone $site zone=connections_per_site:20m;',
    'limit_conn_zone $site zone=uploads_per_site:20m;',
    'limit_conn_zone $site zone=photos_per_site:20m;',
    'limit_conn_zone $server_name zone=photos:1m;',
    'limit_req_status 429;',
    'limit_conn_status 429;',
  ]
}

function processes({ PORTAL_PROCESSES }: HostSettings): Lines {
  const servers = PORTAL_PROCESSES.split(',').map(
    address => `server ${address} max_fails=1 fail_timeout=2s;`,
  )
  return block('upstream portail', [
    'zone portail 64k;',
    'least_conn;',
    ...servers,
    'keepalive 64;',
    '# Shorter than a process waits itself, or a call would meet a connection that is just being closed.',
    `keepalive_timeout ${seconds(http.keepAliveTimeoutMs - 5000)};`,
  ])
}

function portalServer(host: HostSettings, portal: Settings): Lines {
  const [own, flags] =
    host.PORTAL_TLS === 'here' ? [host.PORTAL_HTTPS, ' ssl http2'] : [host.PORTAL_HTTP, '']
  const isSecure = host.PORTAL_TLS !== 'no'
  return block('server', [
    `listen ${own}${flags} default_server;`,
    `listen [::]:${own}${flags} default_server;`,
    `server_name ${host.PORTAL_HOST};`,
    `root ${host.PORTAL_DIR}/dist;`,
    ...(host.PORTAL_TLS === 'here' ? tls(host) : []),
    ...(host.PORTAL_TLS === 'elsewhere'
      ? [
          '# TLS ends there, and only what it says of the visitor is believed.',
          `set_real_ip_from ${host.PORTAL_FRONT};`,
          'real_ip_header X-Forwarded-For;',
        ]
      : []),
    `limit_conn connections_per_site ${atNginx.connections};`,
    ...callLocations(portal.bases, isSecure),
    ...pageLocations(isSecure),
  ])
}
