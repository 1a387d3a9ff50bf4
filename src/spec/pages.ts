import { routes } from './routes.ts'

/**
 * Matches an address of the portal, also with a trailing slash. In a file of its own: the page does
 * not need it, because its router reads the table of routes in its own way.
 */
export const ownRoute = new RegExp(
  `^(?:${Object.values(routes)
    .map(path => path.replace(/\/$/, '').replace(/\$\w+/, '[^/]+'))
    .join('|')})/?$`,
)

/**
 * The headers of each page, sent by a host or by the worker, which ignores the headers stored on
 * the device.
 */

const metaPolicy = /<meta http-equiv="Content-Security-Policy" content="([^"]*)"/

/**
 * The policy that the build wrote into a page's meta tag, and `frame-ancestors`, which works in a
 * header only.
 */
export function pagePolicy(html: string): string | undefined {
  const policy = metaPolicy.exec(html)?.[1]
  return policy && `${policy}; frame-ancestors 'none'`
}

/** Sent with pages only: with other files they would have no effect. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  // The portal uses the camera itself, and never the others.
  'Permissions-Policy':
    'camera=(self),geolocation=(),microphone=(),payment=(),usb=(),clipboard-read=(),display-capture=()',
}
