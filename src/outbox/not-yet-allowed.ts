import { keepReady } from '../core/db/ready.ts'
import { announce } from './items.ts'

/**
 * The entry point for photos that cannot be requests yet: loaded with the screens of the documents.
 */

/**
 * See `keepReady`. Announced, so that screens show the photo, and a page that may queue it by now
 * does so.
 */
export async function keepForLater(...photo: Parameters<typeof keepReady>): Promise<boolean> {
  const isKept = await keepReady(...photo)
  if (isKept) announce({ kind: 'changed' })
  return isKept
}
