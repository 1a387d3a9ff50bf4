import { createSignal, type Signal } from './signal.ts'

/** A signal that reaches every tab and the worker. */
export interface Channel<T> extends Signal<T> {
  /** Where this tab knows already. */
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
    // A channel does not speak to the tab that uses it.
    tell(value) {
      tellOthers(value)
      tell(value)
    },
    listen,
  }
}
