/** Who is told, and by whom. Subscribing gives back what to call to hear no more. */
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
