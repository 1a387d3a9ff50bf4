import { useEffect, useReducer, useSyncExternalStore } from 'react'

interface Controller<State> {
  get(): State
  subscribe(listener: () => void): () => void
}

/** A controller's functions, together with its current state. */
export function useController<State, C extends Controller<State>>(
  controller: C & Controller<State>,
): C & State {
  return { ...controller, ...useSyncExternalStore(controller.subscribe, controller.get) }
}

/** Renders the component again every second, for one that shows a time. */
export function useTick(running: boolean): void {
  const [, tick] = useReducer((ticks: number) => ticks + 1, 0)
  useEffect(() => {
    if (!running) return
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [running])
}
