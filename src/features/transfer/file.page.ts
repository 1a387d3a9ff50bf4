import { arrived } from './import-package.ts'

/**
 * The file as it can be shared. Browsers share no unknown kinds of files, and Chrome says so only once it is too late for
 * another try: by this name it takes it everywhere, and it is known by its first bytes.
 * @returns undefined where this browser shares no files
 */
export function shareable(bytes: Uint8Array<ArrayBuffer>, name: string): File | undefined {
  const file = new File([bytes], `${name}.txt`, { type: 'text/plain' })
  return navigator.canShare?.({ files: [file] }) ? file : undefined
}

/** @returns false where it failed; whoever closes the sheet has changed their mind */
export function share(file: File): Promise<boolean> {
  return navigator.share({ files: [file] }).then(
    () => true,
    (cause: unknown) => cause instanceof DOMException && cause.name === 'AbortError',
  )
}

/** A page's own anchors are shorter. */
const leastLength = 60

/** Takes a dossier out of the address, which browsers write down: nothing of it may stay in the history. */
function takeFragment(): void {
  const text = location.hash.slice(1)
  if (text.length < leastLength) return
  history.replaceState(history.state, '', location.pathname)
  arrived.set(text)
}

/** @returns what ends it */
export function watchFragment(): () => void {
  takeFragment()
  addEventListener('hashchange', takeFragment)
  return () => {
    removeEventListener('hashchange', takeFragment)
    // Whoever has left the page comes back to its beginning.
    arrived.set(undefined)
  }
}
