/** What each may keep at most, so that all together keep no more than `most`. Pure. */
export function levelOf(amounts: readonly number[], most: number): number {
  let left = most
  const rising = amounts.toSorted((one, other) => one - other)
  for (const [at, amount] of rising.entries()) {
    const share = left / (rising.length - at)
    if (amount > share) return share
    left -= amount
  }
  return Number.MAX_SAFE_INTEGER
}
