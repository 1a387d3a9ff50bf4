import { useReducer } from 'react'

/** As a key, it has a screen read anew what lies on the disk. */
export const useVisits = () => useReducer((visits: number) => visits + 1, 0)
