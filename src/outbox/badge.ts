/** On the icon of an installed portal, from the page or its worker; a browser without badges shows none. */
export function showBadge(count: number): void {
  navigator.setAppBadge?.(count).catch(() => undefined)
}
