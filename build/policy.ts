import { createHash } from 'node:crypto'
import type { Settings } from '../src/core/api/settings.ts'
import { type Contacts, signInAddress } from '../src/spec/contacts.ts'

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const inside = (html: string, tag: string) =>
  [...html.matchAll(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`, 'g'))].map(match =>
    hash(match[1] ?? ''),
  )

/** Trusted Types policy of a prerendered page: it allows only the URL of the worker's script. */
export const firstWorker = 'portail-sw'

/**
 * The content policy of a finished page, for its meta tag; the server adds what only a header can
 * say. Pico's images are `data:`, previews of photos are `blob:`.
 */
export function contentPolicy(html: string, { bases, receiptHosts }: Settings): string {
  const origins = originsOf(Object.values(bases))
  return Object.entries({
    'default-src': ["'none'"],
    'script-src': ["'self'", ...inside(html, 'script')],
    'style-src': ["'self'", ...inside(html, 'style')],
    'img-src': ["'self'", 'data:', 'blob:'],
    // The portal fetches a receipt that the student keeps from the hosts that its link may point
    // to.
    'connect-src': [
      "'self'",
      ...new Set([...origins, ...receiptHosts.map(host => `https://${host}`)]),
    ],
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
 * Closed list of where a page may navigate and connect, also by WebRTC and speculation, which
 * Chromium 152 and newer enforces (Connection-Allowlist). `tel:` must be in it: without it a tap on
 * a telephone link ends in an error. Redirects of a listed host are allowed: the storage of
 * receipts, what wa.me opens.
 */
export function allowedConnections(
  { bases, receiptHosts, sites }: Settings,
  { whatsApp, email }: Contacts,
): string {
  const named = [
    'tel:*',
    'intent://*',
    signInAddress,
    ...(email ? ['mailto:*'] : []),
    ...(whatsApp.length > 0 ? ['https://wa.me'] : []),
    ...originsOf([...Object.values(bases), ...Object.values(sites)]),
    ...receiptHosts.map(host => `https://${host}`),
  ]
  return `(response-origin ${[...new Set(named)].map(one => `"${one}"`).join(' ')});redirects=allow`
}
