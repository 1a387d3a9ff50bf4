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
