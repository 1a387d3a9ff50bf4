import type { Settings } from '../../src/core/api/settings.ts'
import { closed } from '../../src/spec/policies.ts'
import { added, block, type Lines } from './nginx-block.ts'
import { basePaths } from './nginx-calls.ts'
import type { HostSettings } from './settings.ts'

/**
 * For TLS 1.2: forward secrecy and authenticated encryption, as in Mozilla's intermediate list;
 * each of the minimum browsers supports some of them.
 */
const ciphers = [
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
].join(':')

export const tls = ({ PORTAL_CERTIFICATE, PORTAL_CERTIFICATE_KEY }: HostSettings): Lines => [
  `ssl_certificate ${PORTAL_CERTIFICATE};`,
  `ssl_certificate_key ${PORTAL_CERTIFICATE_KEY};`,
  'ssl_protocols TLSv1.2 TLSv1.3;',
  '# Whoever asks chooses: a phone without AES in its processor is faster with ChaCha20.',
  'ssl_prefer_server_ciphers off;',
  `ssl_ciphers ${ciphers};`,
  '# A handshake that is taken up again saves a phone on 2G a round trip; 50 MB keep two hundred thousand.',
  'ssl_session_cache shared:tls:50m;',
  'ssl_session_timeout 1d;',
  'ssl_session_tickets off;',
]

export const toHttps = ({ PORTAL_HTTP, PORTAL_HOST }: HostSettings, { bases }: Settings): Lines =>
  block('server', [
    `listen ${PORTAL_HTTP} default_server;`,
    `listen [::]:${PORTAL_HTTP} default_server;`,
    `server_name ${PORTAL_HOST};`,
    ...added({ 'Content-Security-Policy': closed }, false),
    ...block('location /.well-known/acme-challenge/', ['root /var/www/html;']),
    '# A page is led to https. A call that was led there would have gone in the clear first, and nobody would notice.',
    ...basePaths(bases).flatMap(base => block(`location ^~ ${base}`, ['return 403;'])),
    ...block('location /', [`return 301 https://${PORTAL_HOST}$request_uri;`]),
  ])
