/**
 * Calls `go` in place of the browser when the student follows one of the portal's own links in this
 * tab.
 * @returns the function that ends it
 */
export function followLinks(go: (href: string, link: HTMLAnchorElement) => void): () => void {
  const follow = (event: MouseEvent) => {
    const link =
      event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[href^="/"]')
    if (
      !link ||
      event.defaultPrevented ||
      event.button !== 0 ||
      opensElsewhere(event) ||
      link.target
    )
      return
    event.preventDefault()
    go(link.pathname + link.search + link.hash, link)
  }
  document.addEventListener('click', follow)
  return () => document.removeEventListener('click', follow)
}

/** The browser opens the link in another tab or window; the portal has no part in it. */
export const opensElsewhere = ({ ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean =>
  ctrlKey || metaKey || shiftKey || altKey
