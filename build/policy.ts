import { createHash } from 'node:crypto'
import type { Settings } from '../src/provider/settings.ts'

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const inside = (html: string, tag: string) =>
  [...html.matchAll(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`, 'g'))].map(match => hash(match[1] ?? ''))

/**
 * What a finished page may do, as its meta tag says it; the host adds what only a header can. Pictures of Pico are
 * `data:`, previews of photographs are `blob:`.
 */
export function contentPolicy(html: string, { bases, receiptHosts }: Settings): string {
  const origins = Object.values(bases)
    .filter(base => !base.startsWith('/'))
    .map(base => new URL(base).origin)
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
    'trusted-types': ['portail'],
  })
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ')
}
