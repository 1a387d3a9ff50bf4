import { useSyncExternalStore } from 'react'
import { handovers } from './handovers.ts'

/** As a key, it unmounts what somebody left half typed. */
export const useHandovers = (): number => useSyncExternalStore(handovers.subscribe, handovers.get)
