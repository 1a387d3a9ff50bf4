import { useEffect, useState } from 'react'

const againMs = 5_000

type Later = typeof import('./later.ts')

/** What is not needed for the first view: its code comes once it is wanted, also on a network that fails at first. */
export function useLater(wanted: boolean): Later | undefined {
  const [loaded, setLoaded] = useState<Later>()
  const [failures, setFailures] = useState(0)
  useEffect(() => {
    if (!wanted || loaded) return
    let left = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const again = () => {
      timer = setTimeout(() => setFailures(failures + 1), againMs)
    }
    import('./later.ts').then(part => !left && setLoaded(part), again)
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [wanted, loaded, failures])
  return loaded
}
