/**
 * A typed event: `tell` calls every listener; `listen` adds one and returns the function that
 * removes it.
 */
export interface Signal<T> {
  tell(value: T): void
  listen(listener: (value: T) => void): () => void
}

export function createSignal<T = void>(): Signal<T> {
  const listeners = new Set<(value: T) => void>()
  return {
    tell(value) {
      for (const listener of listeners) listener(value)
    },
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/**
 * A value that notifies its subscribers of changes; `get` and `subscribe` fit React's
 * useSyncExternalStore.
 */
export interface State<T> {
  get(): T
  set(next: T): void
  subscribe(listener: () => void): () => void
}

export function createState<T>(initial: T): State<T> {
  let current = initial
  const { tell, listen } = createSignal()
  return {
    get: () => current,
    set(next) {
      if (Object.is(next, current)) return
      current = next
      tell()
    },
    subscribe: listen,
  }
}

/** A signal that reaches every tab and the worker. */
export interface Channel<T> extends Signal<T> {
  /** Reaches the other tabs and the worker only: the listeners of this tab are not called. */
  tellOthers(value: T): void
}

/** Node keeps a process alive for an open channel; a browser does not. */
type NodeChannel = BroadcastChannel & { unref?(): void }

export function createChannel<T>(name: string): Channel<T> {
  const { tell, listen } = createSignal<T>()
  const channel: NodeChannel | undefined =
    typeof BroadcastChannel === 'function' ? new BroadcastChannel(name) : undefined
  if (channel) channel.onmessage = (event: MessageEvent<T>) => tell(event.data)
  channel?.unref?.()
  const tellOthers = (value: T) => channel?.postMessage(value)
  return {
    tellOthers,
    // BroadcastChannel does not deliver to its own sender: call the listeners of this tab directly.
    tell(value) {
      tellOthers(value)
      tell(value)
    },
    listen,
  }
}
