import { useState } from 'react'
import { type Check, faultOf } from '../spec/checks.ts'
import { useLeft } from './use-left.ts'

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
