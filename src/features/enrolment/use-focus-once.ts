import { useEffect, useRef } from 'react'
import { focusOn } from '../../ui/panels.tsx'

/** Puts the cursor into a control when the step is opened, and never again: a student's own place is not taken away. */
export function useFocusOnce(name: string | undefined): void {
  const first = useRef(name)
  useEffect(() => {
    if (first.current) focusOn(first.current)
  }, [])
}
