interface Trust {
  origin: string
  /** Hosts, with their port if it is not the usual one. */
  hosts: readonly string[]
}

/**
 * A receipt link comes from outside: it is followed only over https (or within the portal's own
 * origin), and only to a host that was named (provider/docs/deploy.md, VITE_RECEIPT_HOSTS).
 * @returns the address to follow, or undefined
 */
export function trustedLink(link: string, { origin, hosts }: Trust): string | undefined {
  const url = link.trim() ? parse(link, origin) : undefined
  if (!url || url.username || url.password) return undefined
  // A blob: address has the origin of the page that made it.
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined
  if (url.origin === origin) return url.href
  return url.protocol === 'https:' && hosts.includes(url.host) ? url.href : undefined
}

/** Without named hosts, the receipt base's own is trusted besides the portal's. */
export function trustedHosts(
  named: readonly string[],
  receiptBase: string,
  origin: string,
): string[] {
  return named.length > 0 ? [...named] : [new URL(receiptBase, origin).host]
}

/** `URL.canParse` is too young for the phones that come here. */
function parse(link: string, origin: string): URL | undefined {
  try {
    return new URL(link, origin)
  } catch {
    return undefined
  }
}
