import { useSyncExternalStore } from 'react'

interface Controller<State> {
  get(): State
  subscribe(listener: () => void): () => void
}

/** A controller's verbs, with what its state is now. */
export function useController<State, C extends Controller<State>>(controller: C & Controller<State>): C & State {
  return { ...controller, ...useSyncExternalStore(controller.subscribe, controller.get) }
}
