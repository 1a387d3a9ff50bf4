import { useEffect, useReducer } from 'react'

/** Draws anew every second, for who shows what time makes of it. */
export function useTick(running: boolean): void {
  const [, tick] = useReducer((ticks: number) => ticks + 1, 0)
  useEffect(() => {
    if (!running) return
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [running])
}
