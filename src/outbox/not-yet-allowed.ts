import { keepReady } from '../core/db/ready.ts'
import { announce } from './items.ts'

/** The part of the door for photos of which no request can be made yet: it comes with the screens of the documents. */

/** See `keepReady`. Whoever shows it, or can ask by now, is told. */
export async function keepForLater(...photo: Parameters<typeof keepReady>): Promise<boolean> {
  const isKept = await keepReady(...photo)
  if (isKept) announce({ kind: 'changed' })
  return isKept
}
