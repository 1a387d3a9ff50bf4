/** What the outbox tells to every tab: something changed on the disk, or bytes are moving. */
export type Signal =
  /** `reached`: the provider itself has answered, here, in another tab or in the worker. */
  { kind: 'changed'; reached?: true } | { kind: 'sending'; id: string; sent: number; total: number } | { kind: 'idle' }

const channel = typeof BroadcastChannel === 'function' ? new BroadcastChannel('outbox') : undefined
const listeners = new Set<(signal: Signal) => void>()

/** A channel does not speak to the tab that uses it, so that one is told directly. */
export function announce(signal: Signal): void {
  channel?.postMessage(signal)
  for (const listener of listeners) listener(signal)
}

export function listen(listener: (signal: Signal) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

if (channel)
  channel.onmessage = (event: MessageEvent<Signal>) => {
    for (const listener of listeners) listener(event.data)
  }
  // Node keeps a process alive for an open channel; a browser does not.
;(channel as { unref?: () => void } | undefined)?.unref?.()
