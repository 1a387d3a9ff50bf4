import { createHash } from 'node:crypto'
import type { Settings } from '../src/core/api/settings.ts'
import type { Contacts } from '../src/spec/contacts.ts'

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const inside = (html: string, tag: string) =>
  [...html.matchAll(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`, 'g'))].map(match => hash(match[1] ?? ''))

/** Trusted Types' policy of a page that is drawn ahead, which lets nothing through but the worker's script. */
export const firstWorker = 'portail-sw'

/**
 * What a finished page may do, as its meta tag says it; the host adds what only a header can. Pictures of Pico are
 * `data:`, previews of photographs are `blob:`.
 */
export function contentPolicy(html: string, { bases, receiptHosts }: Settings): string {
  const origins = originsOf(Object.values(bases))
  return Object.entries({
    'default-src': ["'none'"],
    'script-src': ["'self'", ...inside(html, 'script')],
    'style-src': ["'self'", ...inside(html, 'style')],
    'img-src': ["'self'", 'data:', 'blob:'],
    // A receipt that a student wants kept is fetched from where the link may lead.
    'connect-src': ["'self'", ...new Set([...origins, ...receiptHosts.map(host => `https://${host}`)])],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ['portail', ...(html.includes(firstWorker) ? [firstWorker] : [])],
  })
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ')
}

const originsOf = (addresses: readonly string[]) =>
  addresses.filter(address => /^https?:/.test(address)).map(address => new URL(address).origin)

/**
 * Where a page may lead and connect at all, also by WebRTC, speculation and leaving: a closed list that browsers of
 * Chromium 152 and newer keep (Connection-Allowlist). Links to a telephone are on it, or a tap on one would end in an error.
 * Where a host that stands here redirects to is its own: a receipt's store, what wa.me opens.
 */
export function allowedConnections({ bases, receiptHosts, sites }: Settings, { whatsApp, email }: Contacts): string {
  const named = [
    'tel:*',
    'intent://*',
    ...(email ? ['mailto:*'] : []),
    ...(whatsApp.length > 0 ? ['https://wa.me'] : []),
    ...originsOf([...Object.values(bases), ...Object.values(sites)]),
    ...receiptHosts.map(host => `https://${host}`),
  ]
  return `(response-origin ${[...new Set(named)].map(one => `"${one}"`).join(' ')});redirects=allow`
}
