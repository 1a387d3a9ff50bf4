/** How long the browser keeps what lies here: for good, until room is short, for a week of which nobody comes. */
export type Lasting = 'kept' | 'room' | 'week'

/**
 * What the browser itself says of it; a private window does not say that it is one, and nobody guesses.
 * @param forgets it is a browser of Apple's, which forgets a site that nobody has installed and nobody opens
 */
export async function howLong(forgets: boolean): Promise<Lasting> {
  if (await navigator.storage?.persisted?.()) return 'kept'
  return forgets ? 'week' : 'room'
}
