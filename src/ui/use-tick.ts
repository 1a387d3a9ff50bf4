import { useEffect, useReducer } from 'react'

/** Draws the component anew every second, for one that shows a time. */
export function useTick(running: boolean): void {
  const [, tick] = useReducer((ticks: number) => ticks + 1, 0)
  useEffect(() => {
    if (!running) return
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [running])
}
