import { useEffect, useRef, useState } from 'react'
import { type Check, faultOf } from '../spec/checks.ts'

/** The answers of a short form. A fault is shown once its field was edited (section 5). */
export function useAnswers<Name extends string>(checks: Record<Name, Check>) {
  const names = Object.keys(checks) as Name[]
  const [answers, setAnswers] = useState(
    () => Object.fromEntries(names.map(name => [name, ''])) as Record<Name, string>,
  )
  const { left, edit, leave } = useLeft<Name>()
  return {
    answers,
    /** What this device knows already, where nobody has answered yet. */
    know(known: Partial<Record<string, string>>) {
      setAnswers(old => Object.fromEntries(names.map(name => [name, old[name] || known[name] || ''])) as typeof old)
    },
    /** What is still to be answered, or to be corrected. */
    open: names.filter(name => faultOf(checks[name], answers[name]) !== undefined),
    field: (name: Name) => ({
      name,
      value: answers[name],
      required: true,
      error: left.has(name) ? faultOf(checks[name], answers[name]) : undefined,
      onValue(value: string) {
        setAnswers(old => ({ ...old, [name]: value }))
        edit(name)
      },
      onLeave: () => leave(name),
    }),
  }
}

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
