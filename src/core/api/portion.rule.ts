/** How much one request may carry on a line that ends connections. Pure; sizes in bytes. */

export interface Line {
  /** No bound until a body is cut. */
  portion: number
  /** What has arrived since the last cut. */
  carried: number
}

export const unknownLine: Line = { portion: Number.POSITIVE_INFINITY, carried: 0 }

/** A part this small is nearly all headers: on a line that does not carry it, nothing helps. */
const leastPart = 4096

/** `portion` was under way when the connection was lost, and so much of it has arrived. */
export const afterCut = (portion: number, { carried }: Line, arrived = 0): Line => ({
  portion: Math.max(leastPart, Math.floor(portion / 2), carried + arrived),
  carried: 0,
})

/** The next part is larger: the line may have become better, and each part costs a round trip. */
export const afterPart = ({ portion, carried }: Line, sent: number): Line => ({
  portion: Math.max(portion, Math.ceil(sent * 1.5)),
  carried: carried + sent,
})

/**
 * Where the part ends that begins at `offset`.
 * @param limits `Upload-Limit`, a dictionary (RFC 9651)
 */
export function endOfPart(offset: number, size: number, { portion }: Line, limits = ''): number {
  const limit = (key: string) =>
    Number(new RegExp(`\\b${key}-append-size=(\\d+)`).exec(limits)?.[1]) || undefined
  return Math.min(
    size,
    offset + Math.min(Math.max(portion, limit('min') ?? 0), limit('max') ?? size),
  )
}
