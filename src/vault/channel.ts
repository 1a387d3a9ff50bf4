/** What every tab of this device has to hear at once; never personal. */
export type Notice =
  /** Somebody pressed "Verrouiller" or erased the open dossier. */
  | { kind: 'locked' }
  /** "Appareil partagé" was turned on or off. */
  | { kind: 'mode' }
  /** A dossier has changed on the disk. */
  | { kind: 'draft' }
  /** Everything was erased: what a tab still holds must not be written again. */
  | { kind: 'erased' }

const channel = typeof BroadcastChannel === 'function' ? new BroadcastChannel('coffre') : undefined
const listeners = new Set<(notice: Notice) => void>()

/** To the other tabs only: this one knows. */
export function notify(notice: Notice): void {
  channel?.postMessage(notice)
}

export function onNotice(listener: (notice: Notice) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

if (channel)
  channel.onmessage = (event: MessageEvent<Notice>) => {
    for (const listener of listeners) listener(event.data)
  }
  // Node keeps a process alive for an open channel; a browser does not.
;(channel as { unref?: () => void } | undefined)?.unref?.()
