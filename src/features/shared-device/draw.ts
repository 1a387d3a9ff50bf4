/** Three of a list, each as likely as any other: its length is a power of two, so that no remainder favours the first. */
export function draw(list: readonly string[]): string {
  const places = crypto.getRandomValues(new Uint16Array(3))
  return Array.from(places, place => list[place % list.length]).join(' ')
}
