import { type Item, isDocument, isToSend } from '../outbox/item.ts'
import { promisedBytes } from './image/ceilings.ts'

/** Cuts in a row: one or two happen on any line. */
const enoughCuts = 3

/** Every connection is lost before it has carried the photo. */
export const isAlwaysCut = ({ cuts = 0, upload }: Item): boolean => cuts >= enoughCuts && !upload

/** Down to the economy ceiling of a whole picture, below which small print is lost. A cropped one lies below it. */
export function mayBeLighter(item: Item): boolean {
  const { slot: requestKey, gzippedBytes = 0, fingerprint, veiled } = item
  // Without a fingerprint, no decoder could read it.
  const isReadable = fingerprint ?? veiled?.fingerprint
  const isLarge = isDocument(requestKey) && gzippedBytes > promisedBytes([requestKey], true, true)
  return isToSend(item) && isAlwaysCut(item) && isLarge && isReadable !== undefined
}
