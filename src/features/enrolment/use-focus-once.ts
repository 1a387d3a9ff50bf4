import { useEffect, useRef } from 'react'
import { focusOn } from '../../ui/panels.tsx'

/** Focuses a control when the step opens, and only then: the student may have moved the cursor since. */
export function useFocusOnce(name: string | undefined): void {
  const first = useRef(name)
  useEffect(() => {
    if (first.current) focusOn(first.current)
  }, [])
}
