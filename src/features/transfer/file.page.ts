import { arrived } from './import-package.ts'

/**
 * The file for the share sheet. Browsers refuse unknown file types, and Chrome reports that only
 * when it is too late for another try. Named .txt, Chrome shares it everywhere; import recognises
 * it by its first bytes.
 * @returns undefined where this browser shares no files
 */
export function shareable(bytes: Uint8Array<ArrayBuffer>, name: string): File | undefined {
  const file = new File([bytes], `${name}.txt`, { type: 'text/plain' })
  return navigator.canShare?.({ files: [file] }) ? file : undefined
}

/**
 * @returns false where sharing failed; a student who closes the share sheet has only changed their
 * mind
 */
export function share(file: File): Promise<boolean> {
  return navigator.share({ files: [file] }).then(
    () => true,
    (cause: unknown) => cause instanceof DOMException && cause.name === 'AbortError',
  )
}

/** The page's own anchors are shorter than a dossier. */
const leastLength = 60

/** Takes a dossier out of the address, so that none of it stays in the browser's history. */
function takeFragment(): void {
  const text = location.hash.slice(1)
  if (text.length < leastLength) return
  history.replaceState(history.state, '', location.pathname)
  arrived.set(text)
}

/** @returns the function that stops watching */
export function watchFragment(): () => void {
  takeFragment()
  addEventListener('hashchange', takeFragment)
  return () => {
    removeEventListener('hashchange', takeFragment)
    // A student who left the page finds its first screen on return.
    arrived.set(undefined)
  }
}
