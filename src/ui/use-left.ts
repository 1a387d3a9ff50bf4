import { useEffect, useRef, useState } from 'react'

/** Who has typed nothing for so long has stopped, also where the cursor stays. Milliseconds. */
const stoppedMs = 1500
/** A tap takes the focus before it presses: what it shows meanwhile would move the button away from under the thumb. */
const tapMs = 300

/** Section 5: a fault is shown once its field was edited; and not while it is still being edited for the first time. */
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
    /** Whoever sends a form has finished with these. */
    note,
  }
}
