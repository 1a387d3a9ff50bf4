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
