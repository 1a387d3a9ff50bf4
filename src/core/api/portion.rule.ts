/** How much one request may carry on a line that ends connections. Pure; sizes in bytes. */

/** A part this small is nearly all headers: on a line that does not carry it, nothing helps. */
const leastPart = 4096

/** `carried`: what had arrived of the request that was cut. */
export const afterCut = (portion: number, carried: number): number =>
  Math.max(leastPart, Math.floor(portion / 2), carried)

/** The next part is larger: the line may have become better, and each part costs a round trip. */
export const afterPart = (portion: number, sent: number): number => Math.max(portion, Math.ceil(sent * 1.5))

export interface Limits {
  most: number
  least: number
}

const noLimits: Limits = { most: Number.POSITIVE_INFINITY, least: 0 }

/** `Upload-Limit`, a dictionary (RFC 9651). @returns undefined: the provider takes no uploads in parts */
export function limitsIn(header: string | null): Limits | undefined {
  if (!header) return undefined
  const limit = (key: string) => Number(new RegExp(`(?:^|,)\\s*${key}=(\\d+)`).exec(header)?.[1]) || undefined
  return {
    most: limit('max-append-size') ?? noLimits.most,
    least: limit('min-append-size') ?? noLimits.least,
  }
}

/** Where the part ends that begins at `offset`; the last one may be smaller than the provider's least. */
export function endOfPart(offset: number, size: number, portion: number, { most, least }: Limits = noLimits): number {
  return Math.min(size, offset + Math.min(Math.max(portion, least), most))
}
