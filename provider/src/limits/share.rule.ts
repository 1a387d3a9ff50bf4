/** Of what all share, the rest is for newcomers. */
export const sharedOut = 3 / 4

/** What each may hold at most, so that all together hold no more than `most`. */
export function shareOf(amounts: Iterable<number>, most: number): number {
  let left = most
  const rising = [...amounts].sort((one, other) => one - other)
  for (const [at, amount] of rising.entries()) {
    const share = left / (rising.length - at)
    if (amount > share) return share
    left -= amount
  }
  return Number.MAX_SAFE_INTEGER
}

/** How much each network holds of what all share. */
export class Holdings {
  private readonly byNetwork = new Map<string, number>()
  together = 0

  add(network: string, amount: number): void {
    this.together += amount
    const held = (this.byNetwork.get(network) ?? 0) + amount
    if (held > 0) this.byNetwork.set(network, held)
    else this.byNetwork.delete(network)
  }

  /** Where there is more than `most`, tells the networks beyond their share: they give way first. */
  beyond(most: number): ((network: string | undefined) => boolean) | undefined {
    if (this.together <= most) return undefined
    const share = shareOf(this.byNetwork.values(), most)
    return network => (this.byNetwork.get(network ?? '') ?? 0) > share
  }
}
