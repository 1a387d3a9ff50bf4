/** This page is the installed portal's, and not a tab of the browser. */
export const isInstalled = (): boolean =>
  matchMedia('(display-mode: standalone), (display-mode: minimal-ui)').matches ||
  (navigator as { standalone?: boolean }).standalone === true
