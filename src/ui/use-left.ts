import { useEffect, useRef, useState } from 'react'

/**
 * A student who types nothing for this long has finished, even if the cursor stays. Milliseconds.
 */
const stoppedMs = 1500
/**
 * A tap moves the focus before it clicks: a fault shown in between would move the button from under
 * the thumb.
 */
const tapMs = 300

/**
 * Section 5: a fault is shown once its field was edited, but not while the student edits it for the
 * first time.
 */
export function useLeft<Name extends string>() {
  const [left, setLeft] = useState<ReadonlySet<Name>>(new Set())
  const edited = useRef(new Set<Name>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const note = (names: readonly Name[]) => setLeft(old => new Set([...old, ...names]))
  function leave(name: Name): void {
    if (edited.current.has(name)) note([name])
  }
  return {
    left,
    edit(name: Name): void {
      edited.current.add(name)
      clearTimeout(timer.current)
      timer.current = setTimeout(note, stoppedMs, [name])
    },
    leave(name: Name): void {
      setTimeout(leave, tapMs, name)
    },
    /** A student who sends a form has finished with these fields. */
    note,
  }
}
