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
