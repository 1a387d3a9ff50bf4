import { routes } from './routes.ts'

/**
 * What an address of the portal looks like, also with a slash at its end. Apart from the table: the page's router has
 * its own way of reading that.
 */
export const ownRoute = new RegExp(
  `^(?:${Object.values(routes)
    .map(path => path.replace(/\/$/, '').replace(/\$\w+/, '[^/]+'))
    .join('|')})/?$`,
)

/** What goes as headers with each page, whoever gives it: a host, or the worker, which believes none that lie on the device. */

const metaPolicy = /<meta http-equiv="Content-Security-Policy" content="([^"]*)"/

/** What the build wrote into a page, and what only a header can say. */
export function pagePolicy(html: string): string | undefined {
  const policy = metaPolicy.exec(html)?.[1]
  return policy && `${policy}; frame-ancestors 'none'`
}

/** Said with pages alone: with a file that is none they would be bytes that do nothing. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  // The camera is for the portal itself; the rest it never asks for.
  'Permissions-Policy':
    'camera=(self),geolocation=(),microphone=(),payment=(),usb=(),clipboard-read=(),display-capture=()',
}
