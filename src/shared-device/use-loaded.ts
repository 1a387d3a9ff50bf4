import { useEffect, useState } from 'react'

const againMs = 5_000

/** What is not needed for the first view: its code comes once it is wanted, also on a network that fails at first. */
export function useLoaded<T extends object>(wanted: boolean, load: () => Promise<T>): T | undefined {
  const [loaded, setLoaded] = useState<T>()
  const [failures, setFailures] = useState(0)
  useEffect(() => {
    if (!wanted || loaded) return
    let left = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const again = () => {
      timer = setTimeout(() => setFailures(failures + 1), againMs)
    }
    load().then(part => !left && setLoaded(part), again)
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [wanted, loaded, load, failures])
  return loaded
}
