import { useState } from 'react'
import { type Problem, pauseAfter, problemOf } from './problem.ts'

/** What keeps a question from its answer. */
export interface Trouble {
  /** Undefined: a fault of ours. */
  problem: Problem | undefined
  /** When it is asked again by itself, in milliseconds; undefined where no clock decides. */
  at: number | undefined
}

interface Asked {
  data: unknown
  error: unknown
  errorUpdatedAt: number
  errorUpdateCount: number
}

/** Query forgets an error as soon as it asks again; the student goes on reading it until there is an answer. */
export function useTrouble(query: Asked | undefined): Trouble | undefined {
  const [last, setLast] = useState<unknown>()
  const error = query?.error ?? undefined
  if (error && error !== last) setLast(error)
  if (!query?.errorUpdateCount || (query.data && !error)) return undefined
  const shown = error ?? last
  const problem = problemOf(shown)
  const pause = pauseAfter(problem, query.errorUpdateCount)
  return shown ? { problem, at: pause && query.errorUpdatedAt + pause } : undefined
}
