import { type Item, isDocument, isToSend } from '../outbox/item.ts'
import { promisedBytes } from './image/ceilings.ts'

/** Cuts in a row: one or two happen on any line. */
const enoughCuts = 3

/** Every connection is lost before it has carried the photo. */
export const isAlwaysCut = ({ cuts = 0, upload }: Item): boolean => cuts >= enoughCuts && !upload

/** Something on the way lets no such photo through, in whatever encoding and in no parts. */
export const isWalled = ({ tooMuch, upload }: Item): boolean =>
  tooMuch !== undefined && !upload?.arrived

/**
 * Bytes of a gzipped request: the economy ceiling of a whole picture, below which small print is
 * lost.
 */
const readable = ({ requestKey }: Item): number =>
  isDocument(requestKey) ? promisedBytes([requestKey], true, true) : 0

/** A coarse photo that arrives is worth more than a fine one that never does. */
const least = (item: Item): number => (isWalled(item) ? readable(item) / 2 : readable(item))

/** A cropped picture may be as light already. */
export function mayBeLighter(item: Item): boolean {
  const { requestKey, gzippedBytes = 0, fingerprint, encryptedParts } = item
  // Without a fingerprint, no decoder could read it.
  const isReadable = fingerprint ?? encryptedParts?.fingerprint
  const isLarge = isDocument(requestKey) && gzippedBytes > least(item)
  return (
    isToSend(item) && (isAlwaysCut(item) || isWalled(item)) && isLarge && isReadable !== undefined
  )
}

/** No answer tells how much would pass. Bytes on the wire; limits are set in round numbers. */
const limits = [128_000, 100_000, 90_000, 75_000, 64_000, 50_000, 40_000]

/**
 * The most bytes of the next try, made from a photo of so many; undefined: the economy ceiling
 * decides.
 */
export function lighterBytes(item: Item, bytes: number): number | undefined {
  const { tooMuch } = item
  if (tooMuch === undefined) return undefined
  const limit = limits.find(most => most < tooMuch) ?? 0
  return Math.round(Math.max((bytes * 0.99 * limit) / tooMuch, least(item)))
}
